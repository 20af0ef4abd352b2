/** Types of the server's HTTP routes, derived from the generated OpenAPI types. */
import type { paths } from "./openapi.gen";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that answer a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Path<M>> = paths[P][M];

type Success<O> = O extends { responses: infer Responses }
  ? Responses[Extract<keyof Responses, 200 | 201 | 202>]
  : never;

/** The body of a successful JSON response. */
export type JsonResponse<M extends Method, P extends Path<M>> =
  Success<Operation<M, P>> extends { content: { "application/json": infer Body } } ? Body : never;

/** The GET paths that send a file instead of JSON. */
export type FilePath = {
  [P in Path<"get">]: Operation<"get", P> extends { responses: { 200: infer Found } }
    ? Found extends { content: { "application/json": unknown } }
      ? never
      : P
    : never;
}[Path<"get">];

interface Multipart<Fields = unknown> {
  requestBody: { content: { "multipart/form-data": Fields } };
}

/** The POST paths that take an uploaded file, without `/inference`, which is for other programs. */
export type UploadPath = Exclude<
  {
    [P in Path<"post">]: Operation<"post", P> extends Multipart ? P : never;
  }[Path<"post">],
  "/inference"
>;

/** A query as callers give it: empty values are left out, lists become repeated parameters. */
type LooseQuery<Query> = {
  [Name in keyof Query]:
    | (Query[Name] extends readonly (infer Entry)[] | null | undefined
        ? readonly Entry[]
        : Query[Name])
    | ""
    | null;
};

/** Form fields as callers give them: OpenAPI calls a file a string. */
type FormFields<Fields> = { [Name in keyof Fields]: Fields[Name] | Blob };

type ParamsPart<O> = O extends { parameters: { path: infer Params } }
  ? { params: Params }
  : { params?: never };

type QueryPart<O> = O extends { parameters: { query: infer Query } }
  ? { query: LooseQuery<Query> }
  : O extends { parameters: { query?: infer Query } }
    ? { query?: LooseQuery<NonNullable<Query>> }
    : { query?: never };

type BodyPart<O> = O extends { requestBody?: never }
  ? { body?: never; form?: never }
  : O extends Multipart<infer Fields>
    ? { form: FormFields<Fields>; body?: never }
    : O extends { requestBody: { content: { "application/json": infer Body } } }
      ? { body: Body; form?: never }
      : O extends { requestBody?: { content: { "application/json": infer Body } } }
        ? { body?: Body; form?: never }
        : { body?: never; form?: never };

/** Everything of a request that its route defines: path parameters, query and body. */
export type RequestParts<M extends Method, P extends Path<M>> = ParamsPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>>;

/** The query parameters of a GET route. */
export type QueryOf<P extends Path<"get">> = NonNullable<RequestParts<"get", P>["query"]>;
