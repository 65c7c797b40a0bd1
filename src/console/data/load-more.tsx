import type { ComponentProps } from "react";
import { useTexts } from "../texts/catalogue";
import { general } from "../texts/general";
import { Button } from "../ui/button";
import styles from "./load-more.module.css";

type List = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** Asks for the next page of a list, as long as there is one. */
export function LoadMoreButton({
  list,
  ...props
}: { list: List } & Pick<ComponentProps<typeof Button>, "size" | "kind">) {
  const { loadMore } = useTexts(general);
  if (!list.hasNextPage) return null;
  return (
    <Button {...props} isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {loadMore}
    </Button>
  );
}

/** The same, at the foot of a list in a card. */
export function LoadMore({ list }: { list: List }) {
  return (
    list.hasNextPage && (
      <div className={styles.more}>
        <LoadMoreButton list={list} size="small" />
      </div>
    )
  );
}
