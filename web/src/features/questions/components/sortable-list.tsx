/** Sortable list for pointer and keyboard, with screen reader announcements. */
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Modifier,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const upAndDownOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

interface SortableListProps {
  ids: readonly string[];
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

export function SortableList({ ids, onMove, children }: SortableListProps) {
  const { t } = useTranslation("questions");
  const sensors = useSensors(
    // A press without movement is a click.
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const findPlace = (id: string | number) => ids.indexOf(String(id)) + 1;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDownOnly]}
      accessibility={{
        screenReaderInstructions: { draggable: t("order.instructions") },
        announcements: {
          onDragStart: ({ active }) => t("order.picked", { number: findPlace(active.id) }),
          onDragOver: ({ over }) =>
            over ? t("order.over", { place: findPlace(over.id) }) : undefined,
          onDragEnd: ({ over }) =>
            over ? t("order.dropped", { place: findPlace(over.id) }) : t("order.cancelled"),
          onDragCancel: () => t("order.cancelled"),
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(findPlace(active.id) - 1, findPlace(over.id) - 1);
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
