import { FileText, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { type Channel, syncTemplates, type Template } from "#client";
import { useAction } from "#console/data/forms";
import { LoadMoreButton } from "#console/data/load-more";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { SearchInput } from "#console/ui/field";
import { Card, Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { QualityBadge } from "../badges";
import { ChannelFrame } from "../frame";
import { texts as channelTexts } from "../texts";
import { TemplateForm } from "./form";
import { useTemplates } from "./queries";
import { type Filter, isIn, StatusBadge } from "./status";
import { TemplateDrawer } from "./template";
import styles from "./templates.module.css";
import { texts } from "./texts";

function Rows({ templates, onOpen }: { templates: Template[]; onOpen: (id: number) => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  return (
    <DataTable
      rows={templates}
      keyOf={({ id }) => id}
      columns={[
        [
          c.name,
          ({ id, name, reason }) => (
            <>
              <button type="button" className={styles.name} onClick={() => onOpen(id)}>
                {name}
              </button>
              {reason && <p className={styles.reason}>{reason}</p>}
            </>
          ),
        ],
        [t.status, ({ status }) => <StatusBadge status={status} />],
        [t.language, ({ language }) => language],
        [t.category, ({ category }) => category && t.categories[category]],
        [t.quality, ({ quality }) => quality && <QualityBadge quality={quality} />],
        [t.parameters, ({ parameters }) => format.number(parameters.length), "wide number"],
        [t.changed, ({ updated_at }) => format.short(updated_at), "time"],
      ]}
    />
  );
}

function Templates({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const { syncFailed } = useTexts(channelTexts);
  const mayWrite = useMay("channels:write");
  const [filter, setFilter] = useState<Filter>("all");
  const [text, setText] = useState("");
  const [openId, setOpenId] = useState<number | null>(null);
  const [isCreating, setCreating] = useState(false);
  const list = useTemplates(channel);
  const sync = useAction(
    (client, _: null) => syncTemplates({ client, path: { channel: channel.id } }),
    {
      onDone({ data }) {
        const { templates_error: problem, templates_count: count } = data;
        toast(problem ? syncFailed(problem) : t.synced(count));
        void list.refetch();
      },
    },
  );
  const wanted = text.trim().toLocaleLowerCase();
  const shown = list.items.filter(
    ({ name, status }) => isIn(filter, status) && name.toLocaleLowerCase().includes(wanted),
  );
  const open = list.items.find(({ id }) => id === openId);
  const filters: Filter[] = ["all", "usable", "waiting", "refused"];
  const newButton = mayWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.new}
    </Button>
  );
  const isEmpty = list.isSuccess && list.items.length === 0;
  return (
    <>
      <Row gap={3} wraps>
        <Segmented
          label={t.status}
          value={filter}
          options={filters.map((one) => [one, t.filters[one]] as const)}
          onChange={setFilter}
        />
        <SearchInput
          label={t.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Row gap={2} wraps align="stretch" className={styles.actions}>
          {mayWrite && channel.business_account_id && (
            <Button icon={<RefreshCw />} isBusy={sync.isBusy} onClick={() => void sync.run(null)}>
              {t.sync}
            </Button>
          )}
          {!isEmpty && newButton}
        </Row>
      </Row>
      {sync.error && <ProblemNote error={sync.error} />}
      <Card isPadded={false}>
        {list.isPending && <LoadingRows />}
        {list.error && <ProblemNote error={list.error} onRetry={() => void list.refetch()} />}
        {isEmpty && (
          <EmptyState icon={<FileText />} title={t.none} actions={newButton}>
            {t.noneAbout}
          </EmptyState>
        )}
        {list.items.length > 0 && shown.length === 0 && (
          <EmptyState icon={<FileText />} title={t.noneFound}>
            {t.noneFoundAbout}
          </EmptyState>
        )}
        {shown.length > 0 && <Rows templates={shown} onOpen={setOpenId} />}
      </Card>
      <LoadMoreButton list={list} />
      {open && <TemplateDrawer channel={channel} template={open} onClose={() => setOpenId(null)} />}
      {isCreating && <TemplateForm channel={channel} onClose={() => setCreating(false)} />}
    </>
  );
}

export default function TemplateList() {
  return <ChannelFrame>{(channel) => <Templates channel={channel} />}</ChannelFrame>;
}
