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
import { SearchInput } from "#console/ui/field";
import { Card, Screen } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { Table } from "#console/ui/table";
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
