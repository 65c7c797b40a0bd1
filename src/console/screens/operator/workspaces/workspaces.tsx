import { Link } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { listWorkspaces } from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge } from "#console/ui/badge";
import { Button, buttonClass } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { SearchInput } from "#console/ui/field";
import { Card, Screen } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";

import { useSettled } from "#console/ui/use-settled";
import styles from "../operator.module.css";
import { texts } from "./texts";
import { WorkspaceForm } from "./workspace-form";

export default function Workspaces() {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const [text, setText] = useState("");
  const [isCreating, setCreating] = useState(false);
  const wanted = useSettled(text.trim());
  const list = useList(["workspaces", "list", wanted], (client, page, signal) => {
    const query = { ...page, per_page: 100, ...(wanted && { name: wanted }) };
    return listWorkspaces({ client, query, signal });
  });
  const isById = /^[1-9]\d*$/.test(wanted);
  const create = (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Screen title={t.title} actions={list.items.length > 0 || wanted ? create : undefined}>
      <search className={styles.search}>
        <SearchInput
          label={t.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {isById && (
          <Link
            to="/workspaces/$workspace"
            params={{ workspace: wanted }}
            className={buttonClass()}
          >
            {t.openById(wanted)}
          </Link>
        )}
      </search>
      <Card isPadded={false}>
        <ListView
          list={list}
          empty={
            <EmptyState
              icon={<Building2 />}
              title={wanted ? t.notFound : t.empty}
              actions={!wanted && create}
            >
              {wanted ? t.notFoundAbout : t.emptyAbout}
            </EmptyState>
          }
        >
          {(items) => (
            <DataTable
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                [
                  c.name,
                  ({ id, name }) => (
                    <>
                      <Link to="/workspaces/$workspace" params={{ workspace: String(id) }}>
                        <bdi>{name}</bdi>
                      </Link>
                      <span className={styles.id}>{id}</span>
                    </>
                  ),
                  { className: styles.main },
                ],
                [
                  t.state,
                  ({ suspended_at, suspended_reason }) =>
                    suspended_at ? (
                      <span title={suspended_reason ?? undefined}>
                        <Badge tone="amber">{t.suspended}</Badge>
                      </span>
                    ) : (
                      <Badge tone="green">{t.active}</Badge>
                    ),
                ],
                [
                  t.country,
                  ({ default_country }) => default_country && format.region(default_country),
                ],
                [t.database, ({ database }) => database],
                [c.created, ({ created_at }) => format.short(created_at), "time"],
              ]}
            />
          )}
        </ListView>
      </Card>
      <WorkspaceForm isOpen={isCreating} onClose={() => setCreating(false)} />
    </Screen>
  );
}
