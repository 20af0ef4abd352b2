/** The page of one record in each state: loading, failed, not found, or shown by `children`. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { isApiError } from "@/api/errors";
import { RecordError } from "@/components/record-error";
import { RecordCard, RecordNotFound, RecordPage } from "@/components/record-page";

interface RecordRouteProps<Entity> {
  record: UseQueryResult<Entity>;
  /** Path of the list that the page leads back to. */
  listPath: string;
  notFoundIcon: LucideIcon;
  words: {
    title: string;
    heading: string;
    back: string;
    backToList: string;
    failed: string;
    notFound: string;
    notFoundText: string;
  };
  loading: ReactNode;
  children: (record: Entity) => ReactNode;
}

export function RecordRoute<Entity>(props: RecordRouteProps<Entity>) {
  const { record, listPath, words } = props;
  if (record.data !== undefined) return props.children(record.data);
  if (isApiError(record.error) && record.error.status === 404) {
    return (
      <RecordNotFound
        icon={props.notFoundIcon}
        page={words.title}
        title={words.notFound}
        text={words.notFoundText}
        back={{ to: listPath, label: words.backToList }}
      />
    );
  }
  return (
    <RecordPage back={{ to: listPath, label: words.back }} title={words.title}>
      <RecordCard heading={words.heading}>
        {record.isPending ? (
          props.loading
        ) : (
          <RecordError
            title={words.failed}
            error={record.error}
            retrying={record.isFetching}
            onRetry={() => void record.refetch()}
          />
        )}
      </RecordCard>
    </RecordPage>
  );
}
