import type { ReactNode } from "react";
import { LoadingRows, ProblemNote } from "../ui/states";
import styles from "./list-view.module.css";
import type { useList } from "./lists";
import { LoadMore } from "./load-more";

/** A list with its states: on its way, failed, empty, and more to come. */
export function ListView<Item>({
  list,
  empty,
  children,
}: {
  list: ReturnType<typeof useList<Item>>;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}) {
  if (list.isPending)
    return (
      <div className={styles.state}>
        <LoadingRows />
      </div>
    );
  const isFailed = list.isError && (
    <div className={styles.state}>
      <ProblemNote error={list.error} onRetry={() => void list.refetch()} />
    </div>
  );
  if (list.items.length === 0 && !list.hasNextPage) return isFailed || empty;
  return (
    <>
      {children(list.items)}
      {isFailed}
      <LoadMore list={list} />
    </>
  );
}
