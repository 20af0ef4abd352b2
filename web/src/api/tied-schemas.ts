/** Schemas that check what arrives, tied to the types generated from the server's models. */
import type { z } from "zod";

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Demands one schema for each entry of the generated table `Wire`, with exactly its type. */
type Tied<Table extends Record<string, z.ZodType>, Wire> = {
  [Name in keyof Table | keyof Wire]: Name extends keyof Table & keyof Wire
    ? IsSame<z.output<Table[Name]>, Wire[Name]> extends true
      ? Table[Name]
      : never
    : never;
};

/** A table of schemas that does not compile if it differs from the generated types. */
export function tieTo<Wire>() {
  return <Table extends Record<string, z.ZodType>>(table: Table & Tied<Table, Wire>): Table =>
    table;
}
