import { NumberField } from "#console/data/form/fields";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Row, Stack } from "#console/ui/stack";
import type { Settings } from "../graph";
import { BranchClauses, FIRST_CLAUSE, operatorsIn } from "./branch-clauses";
import { useProblems, useSettings } from "./context";
import type { ControlProps } from "./control";
import styles from "./form.module.css";
import { branchesIn, freeHandle, HandleField } from "./handle-field";
import { useLabels } from "./labels";
import { ItemList } from "./list-control";
import { resolve } from "./schema";
import { fieldTexts } from "./texts";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

function ConditionBranch({
  branch,
  path,
  operators,
  onChange,
}: {
  branch: Settings;
  path: string;
  operators: readonly string[];
  onChange: (branch: Settings) => void;
}) {
  return (
    <>
      <HandleField branch={branch} path={path} onChange={onChange} />
      <BranchClauses branch={branch} path={path} operators={operators} onChange={onChange} />
    </>
  );
}

/** The branches of a condition, or the shares of a split. */
export function BranchesControl({ name, path, schema, value, onChange }: ControlProps) {
  const t = useTexts(fieldTexts);
  const f = useFormat();
  const { label, hint } = useLabels(name);
  const errors = useProblems(path);
  const branches = branchesIn(value);
  const properties = resolve(schema.items ?? {}).properties ?? {};
  const isSplit = "percent" in properties;
  const operators = operatorsIn({ properties });
  const sum = branches.reduce(
    (total, { percent }) => total + (typeof percent === "number" ? percent : 0),
    0,
  );
  const make = (): Settings =>
    isSplit
      ? { handle: freeHandle(branches, LETTERS), percent: Math.max(0, 100 - sum) }
      : {
          handle: freeHandle(branches, ["yes"]),
          all: [FIRST_CLAUSE],
        };
  const share = () => {
    const even = Math.floor(100 / branches.length);
    onChange(
      branches.map((branch, index) => ({
        ...branch,
        percent: index === 0 ? 100 - even * (branches.length - 1) : even,
      })),
    );
  };
  return (
    <Stack gap={3}>
      <ItemList<Settings>
        label={label}
        hint={isSplit ? undefined : hint}
        items={branches}
        titleOf={(index) => t.branch(index + 1)}
        addLabel={t.addBranch}
        make={make}
        least={1}
        onChange={onChange}
      >
        {(branch, set, index) =>
          isSplit ? (
            <div className={styles.pair}>
              <HandleField branch={branch} path={`${path}.${index}`} onChange={set} />
              <Percent branch={branch} path={`${path}.${index}`} onChange={set} />
            </div>
          ) : (
            <ConditionBranch
              branch={branch}
              path={`${path}.${index}`}
              operators={operators}
              onChange={set}
            />
          )
        }
      </ItemList>
      {isSplit && (
        <Row justify="between" className={styles.sum}>
          <span>{t.sum(f.percent(sum / 100))}</span>
          <Button size="small" kind="quiet" onClick={share}>
            {t.evenly}
          </Button>
        </Row>
      )}
      {errors.length > 0 && (
        <p className={styles.error} role="alert">
          {errors.join(" ")}
        </p>
      )}
    </Stack>
  );
}

function Percent({
  branch,
  path,
  onChange,
}: {
  branch: Settings;
  path: string;
  onChange: (branch: Settings) => void;
}) {
  const t = useTexts(fieldTexts);
  const percent = typeof branch.percent === "number" ? branch.percent : null;
  const form = useSettings(path, { percent }, ({ percent }) =>
    onChange({ ...branch, percent: percent ?? 0 }),
  );
  return <NumberField form={form} name="percent" label={t.labels.percent} max={100} step="any" />;
}
