import * as z from 'zod';

/** The methods of endpoints; `HEAD` is implied by `GET`. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The documented response headers, which clients return. General ones such as `Content-Type` are not listed.
 */
export type ResponseHeader =
  | 'Accept-Ranges'
  | 'Content-Disposition'
  | 'Content-Range'
  | 'ETag'
  | 'Idempotent-Replayed'
  | 'Last-Modified'
  | 'Link'
  | 'Location'
  | 'Preference-Applied'
  | 'RateLimit'
  | 'RateLimit-Policy'
  | 'Retry-After'
  | 'WWW-Authenticate'
  | 'X-Cache'
  | 'X-RateLimit-Limit'
  | 'X-RateLimit-Remaining'
  | 'X-RateLimit-Reset'
  | 'X-Request-Id'
  | 'X-Total-Count';

/** A response of an endpoint: its body schema, if any. */
export interface ContractResponse {
  schema?: z.ZodType;
  /** Default: `application/json`. */
  contentType?: string;
  /** Whether browsers, whose `Accept` header names `text/html`, get a page instead. */
  hasPage?: boolean;
  /** Whether the body may be of any length: clients get it as it arrives, unchecked. */
  isStream?: boolean;
  /** For text with a JSON value on each line: the schema of a line. */
  line?: z.ZodType;
  /** Headers in addition to those that follow from the contract. */
  headers?: readonly ResponseHeader[];
}

/** A file uploaded with the body. */
export interface FileInput {
  /** The form field of the file. */
  field: string;
  required: boolean;
  /** Its largest size in bytes, if it differs from the service's usual one. */
  bytesMax?: number;
  /** How many such files a user may send at the same time, if that differs from the service's usual limit. */
  atOnce?: number;
}

/**
 * Which credentials an endpoint needs:
 * - `public`: none;
 * - `session`: a browser's session; an API token does not suffice;
 * - `fresh-session`: a session in which the user signed in or confirmed their identity recently;
 * - `fresh-session-with-code`: the same, with a code of the user's second factor if it is enabled;
 * - `token`: an API token; a session does not suffice;
 * - `token-or-fresh-session`: an API token, or a fresh session.
 */
export type Access =
  'public' | 'session' | 'fresh-session' | 'fresh-session-with-code' | 'token' | 'token-or-fresh-session';

/**
 * The definition of an endpoint, from which validation, handler types, the OpenAPI document and the client
 * are derived. Plain data without I/O. Descriptions are kept elsewhere, because bundles of the client would
 * contain them.
 */
export interface Contract {
  /** The operation id in the OpenAPI document, `searchClubs`. */
  id: string;
  method: Method;
  /** The path with its parameters in braces: `/api/clubs/{club_id}`. */
  path: string;
  /** The section in the documentation. */
  tag: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The JSON body; a missing body counts as `{}`. */
  body?: z.ZodType;
  /**
   * A `multipart/form-data` body with a file in addition to the fields; JSON is also accepted if the file is
   * optional.
   */
  file?: FileInput;
  /** Whether a request may have an `Idempotency-Key`: repetitions of it then get the stored response. */
  takesIdempotencyKey?: boolean;
  responses: Readonly<Record<number, ContractResponse>>;
  /** The statuses above 299 whose bodies clients return instead of throwing an error. */
  returned?: readonly number[];
  /** Default: any credentials that the service accepts. */
  access?: Access;
  /** How long the service may cache a response, in seconds. Default: not at all. */
  cacheSeconds?: number;
  /**
   * How clients may store a response. Default: with an entity tag, to revalidate it. `untagged`: without one,
   * because each response differs; `never`: not at all, because it is confidential.
   */
  stored?: 'untagged' | 'never';
  /**
   * Whether a GET writes, or concerns sign-in, tokens or sessions, which must be up to date: the service then
   * never reads from a standby.
   */
  needsPrimary?: boolean;
  /**
   * Whether the rate limit counts requests. Default: whether the responses include that of an exceeded limit.
   */
  isCounted?: boolean;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : object;
type Sent<S> = S extends z.ZodType ? z.input<S> : object;

/** A handler's input: validated path and query parameters, and the validated body. */
export interface InputOf<C extends Contract> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
}

/** A caller's arguments: path and query parameters in one object. */
export type ArgumentsOf<C extends Contract> = Sent<C['params']> & Sent<C['query']>;

// The input type, because new fields are required in it.
type SchemaOf<A> = A extends { schema: infer S extends z.ZodType } ? z.input<S> : undefined;

/** The body of the response with status `S`, as the service sends it. */
export type BodyOf<
  C extends Contract,
  S extends keyof C['responses'] = 200 & keyof C['responses'],
> = SchemaOf<C['responses'][S]>;

/** Groups of contracts, keyed by client method name. */
export interface ContractTree {
  readonly [name: string]: Contract | ContractTree;
}

/** The contracts of a tree, in its order. */
export function listContracts(tree: ContractTree): Contract[] {
  return Object.values(tree).flatMap((node) => (isContract(node) ? [node] : listContracts(node)));
}

export function isContract(node: Contract | ContractTree): node is Contract {
  return typeof node['path'] === 'string';
}

/** Whether an endpoint returns a page of a list as an array, with `Link` and `X-Total-Count`. */
export function isPaged({ query, responses }: Contract): boolean {
  return query !== undefined && 'page' in query.shape && isList(responses[200]?.schema);
}

function isList(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodArray || (schema instanceof z.ZodUnion && schema.options.some(isList));
}

/** The body of an error: a description in one sentence. */
export const errorBody = z.object({ detail: z.string() }).meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBody>;

/** An error response of a contract. */
export const errorResponse = { schema: errorBody } as const satisfies ContractResponse;

/** The possible error responses to a JSON body. */
export const bodyErrors = {
  408: errorResponse,
  413: errorResponse,
  415: errorResponse,
} as const;
