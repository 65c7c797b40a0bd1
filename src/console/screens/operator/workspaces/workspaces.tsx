import { Link } from "@tanstack/react-router";
import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { listWorkspaces } from "../../../../client/index";
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
import { useSettled } from "../../../ui/use-settled";
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
