import type * as z from 'zod';

/** An HTTP method that an endpoint may have; `HEAD` comes with `GET`. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One answer of an endpoint: what it means and, where it has one, the shape of its body. */
export interface Answer {
  description: string;
  schema?: z.ZodType;
  /** `application/json` unless told. */
  contentType?: string;
}

/** A file that comes with an endpoint's body. */
export interface FileInput {
  /** The form's field that holds it. */
  field: string;
  required: boolean;
  description: string;
}

/**
 * Which credentials an endpoint needs:
 * - `public`: none;
 * - `session`: a browser's session; an API token does not suffice;
 * - `fresh-session`: a session in which the user signed in, or confirmed to be there, a short while ago;
 * - `fresh-session-with-code`: the same, with a code of the user's second factor if that is on.
 */
export type Access = 'public' | 'session' | 'fresh-session' | 'fresh-session-with-code';

/**
 * An endpoint as both sides see it: the one source of validation, handler types, the OpenAPI document
 * and the client. Plain data: nothing here does I/O.
 */
export interface Contract {
  /** The endpoint's name in the OpenAPI document, `searchClubs`. */
  id: string;
  method: Method;
  /** The canonical path with its parameters in braces: `/api/clubs/{club_id}`. */
  path: string;
  /** The heading in the documentation. */
  tag: string;
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The JSON body; a request without one counts as `{}`. */
  body?: z.ZodType;
  /**
   * The body comes as a form (`multipart/form-data`) with a file beside its fields; as JSON too where the file may be
   * left out.
   */
  file?: FileInput;
  answers: Readonly<Record<number, Answer>>;
  /** Default: any credentials that the service takes. */
  access?: Access;
  /** How long an answer may be kept by the service's cache, in seconds; not at all when absent. */
  cacheSeconds?: number;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : object;
type Sent<S> = S extends z.ZodType ? z.input<S> : object;

/** What a handler gets: the validated path and query parameters, and the validated body. */
export interface InputOf<C extends Contract> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
}

/** What a caller passes: path and query parameters in one object. */
export type ArgumentsOf<C extends Contract> = Sent<C['params']> & Sent<C['query']>;

type SchemaOf<A> = A extends { schema: infer S extends z.ZodType } ? z.output<S> : undefined;

/** The body of an endpoint's answer with status `S`. */
export type BodyOf<C extends Contract, S extends keyof C['answers'] = 200 & keyof C['answers']> = SchemaOf<
  C['answers'][S]
>;
