/** Lines of a CV, as the report quotes them. */

const LIST_MARK = /^[-–•*]\s+/u;

/** The line without the mark of a list item, which a quote does not need. */
export const withoutListMark = (line: string) => line.replace(LIST_MARK, "");
