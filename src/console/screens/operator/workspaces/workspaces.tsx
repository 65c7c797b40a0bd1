import { Link } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { listWorkspaces, type OperatorsWorkspace } from "../../../../client/index";
import { ListView } from "../../../data/list-view";
import { useList } from "../../../data/lists";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { general } from "../../../texts/general";
import { Badge } from "../../../ui/badge";
import { Button, buttonClass } from "../../../ui/button";
import { SearchInput } from "../../../ui/field";
import { Card, Screen } from "../../../ui/layout";
import { EmptyState } from "../../../ui/states";
import { Table } from "../../../ui/table";
import styles from "../operator.module.css";
import { texts } from "./texts";
import { WorkspaceForm } from "./workspace-form";

const isFound = ({ id, name }: OperatorsWorkspace, text: string) =>
  String(id) === text || name.toLocaleLowerCase().includes(text.toLocaleLowerCase());

export default function Workspaces() {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const [text, setText] = useState("");
  const [isCreating, setCreating] = useState(false);
  const all = useList(["workspaces", "list"], (client, page, signal) =>
    listWorkspaces({ client, query: { ...page, per_page: 100 }, signal }),
  );
  const wanted = text.trim();
  const { hasNextPage, isFetching, fetchNextPage } = all;
  // The API has no search: all that there are come here.
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching) void fetchNextPage();
  }, [wanted, hasNextPage, isFetching, fetchNextPage]);
  const list = {
    ...all,
    items: wanted ? all.items.filter((one) => isFound(one, wanted)) : all.items,
  };
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
      </search>
      <Card isPadded={false}>
        <ListView
          list={list}
          empty={
            <EmptyState
              icon={<Building2 />}
              title={wanted ? t.notFound : t.empty}
              actions={
                !wanted
                  ? create
                  : isById && (
                      <Link
                        to="/workspaces/$workspace"
                        params={{ workspace: wanted }}
                        className={buttonClass()}
                      >
                        {t.openDeleted(wanted)}
                      </Link>
                    )
              }
            >
              {wanted ? t.notFoundAbout : t.emptyAbout}
            </EmptyState>
          }
        >
          {(items) => (
            <Table>
              <thead>
                <tr>
                  <th>{c.name}</th>
                  <th>{t.state}</th>
                  <th>{t.country}</th>
                  <th>{t.database}</th>
                  <th>{c.created}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((workspace) => (
                  <tr key={workspace.id}>
                    <td className={styles.main}>
                      <Link
                        to="/workspaces/$workspace"
                        params={{ workspace: String(workspace.id) }}
                      >
                        <bdi>{workspace.name}</bdi>
                      </Link>
                      <span className={styles.id}>{workspace.id}</span>
                    </td>
                    <td>
                      {workspace.suspended_at ? (
                        <span title={workspace.suspended_reason ?? undefined}>
                          <Badge tone="amber">{t.suspended}</Badge>
                        </span>
                      ) : (
                        <Badge tone="green">{t.active}</Badge>
                      )}
                    </td>
                    <td>{workspace.default_country && format.region(workspace.default_country)}</td>
                    <td>{workspace.database}</td>
                    <td className={styles.when}>{format.short(workspace.created_at)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </ListView>
      </Card>
      <WorkspaceForm isOpen={isCreating} onClose={() => setCreating(false)} />
    </Screen>
  );
}
