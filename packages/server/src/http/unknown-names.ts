import type { RequestHandler } from 'express';
import type * as z from 'zod';
import { shorten, type Contract } from '@kitroom/shared';
import { isWithinEdits } from '../search/edits.ts';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';
import { isStrict } from './prefer.ts';
import { readUnexpectedBody } from './request-body.ts';

/** Maximum number of names that are listed. */
const NAMES_MAX = 100;
const NAME_LENGTH_MAX = 100;
/** Names of at least this length may differ by two edits, shorter ones by one. */
const LENGTH_OF_TWO_EDITS = 8;

/** A name that an endpoint does not define, and the most similar name that it defines, if any is similar. */
export interface UnknownName {
  name: string;
  nearest: string | undefined;
}

/** Finds names that a strict request may not contain; returns them as validation issues. */
export type NameCheck = (sent: { query: unknown; body: unknown }) => z.core.$ZodIssue[];

/**
 * Checks the names in query strings and bodies against a contract. Bodies may also contain the fields of
 * responses that show the resource: `contracts` are those of all endpoints. Names that users choose, the keys
 * of records, are not checked.
 */
export function openNameCheck(contract: Contract, contracts: readonly Contract[]): NameCheck {
  const query = [toShape(contract.query?.shape ?? {})];
  let body: Schema[] | undefined;
  return (sent) => {
    // Deriving the names takes milliseconds, and most endpoints get no strict request.
    body ??= listBodies(contract, contracts);
    return findUnknown(sent, { query, body });
  };
}

/**
 * Middleware for documents and files, which are not mounted as endpoints and take neither a query nor a body:
 * a strict request may contain no names.
 */
export function refuseNames(options: { toInvalidInput(issues: z.core.$ZodIssue[]): Error }): RequestHandler {
  return async (request, response, next) => {
    if (isStrict(response)) {
      await readUnexpectedBody(request, response);
      const issues = findUnknown(request, { query: NO_NAMES, body: NO_NAMES });
      if (issues.length > 0) throw options.toInvalidInput(issues);
    }
    next();
  };
}

/** Finds the names in a query and a body that their schemas do not define. */
function findUnknown(
  sent: { query: unknown; body: unknown },
  known: { query: Schema[]; body: Schema[] },
): z.core.$ZodIssue[] {
  const issues: z.core.$ZodIssue[] = [];
  collect(sent.query, known.query, [], issues);
  collect(sent.body, known.body, [], issues);
  return issues;
}

/** The unknown names among the issues of a validation. */
export function listUnknownNames(issues: readonly z.core.$ZodIssue[]): UnknownName[] {
  return issues.flatMap((issue) => {
    const unknown =
      issue.code === 'custom' ? (issue.params?.['unknownName'] as UnknownName | undefined) : undefined;
    return unknown ?? [];
  });
}

/** A schema, and the named ones to which it refers. */
interface Schema {
  schema: JsonSchema;
  definitions: Readonly<Record<string, JsonSchema>>;
}

function toSchema(type: z.ZodType, io: 'input' | 'output'): Schema {
  const schema = toJsonSchema(type, io);
  return { schema, definitions: (schema['definitions'] ?? {}) as Schema['definitions'] };
}

function toShape(fields: object): Schema {
  const properties = Object.fromEntries(Object.keys(fields).map((name) => [name, {}]));
  return { schema: { properties }, definitions: {} };
}

const NO_NAMES = [toShape({})];

function listBodies(contract: Contract, contracts: readonly Contract[]): Schema[] {
  const { body, file } = contract;
  const shown = contracts
    .filter(({ path }) => resourceOf(path) === resourceOf(contract.path))
    .flatMap((related) => findShown(related) ?? []);
  return [
    toShape(file ? { [file.field]: true } : {}),
    ...(body ? [toSchema(body, 'input')] : []),
    ...shown.flatMap((type) => expand(toSchema(type, 'output')).flatMap(unwrap)),
  ].flatMap(expand);
}

/** The path of a resource's list: that of one entry without its id. */
function resourceOf(path: string): string {
  return path.replace(/\{\w+\}\/?$/, '');
}

/** The response that shows a resource: 201 for a POST, which has created one, otherwise 200. */
function findShown({ method, responses }: Contract): z.ZodType | undefined {
  return responses[method === 'POST' ? 201 : 200]?.schema;
}

/** The entries of a list or of a page. */
function unwrap(list: Schema): Schema[] {
  const { properties, items } = list.schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
  };
  if (items) return inside(list, items);
  return properties?.['results'] ? inside(list, properties['results']).flatMap(unwrap) : [list];
}

function inside({ definitions }: Schema, schema: JsonSchema): Schema[] {
  return expand({ schema, definitions });
}

/** A schema and everything that it refers to or combines. */
function expand({ schema, definitions }: Schema): Schema[] {
  const {
    $ref,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema as { $ref?: string } & Record<'anyOf' | 'oneOf' | 'allOf', JsonSchema[] | undefined>;
  const named = $ref === undefined ? undefined : definitions[$ref.slice($ref.lastIndexOf('/') + 1)];
  const parts = [...(named ? [named] : []), ...anyOf, ...oneOf, ...allOf];
  return [{ schema, definitions }, ...parts.flatMap((part) => expand({ schema: part, definitions }))];
}

/** Adds an issue for each name in a value that the schemas do not define. */
function collect(
  value: unknown,
  schemas: readonly Schema[],
  path: readonly PropertyKey[],
  issues: z.core.$ZodIssue[],
): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const items = schemas.flatMap((list) => inside(list, (list.schema['items'] ?? {}) as JsonSchema));
    for (const [at, entry] of value.entries()) collect(entry, items, [...path, at], issues);
    return;
  }
  const objects = schemas.filter(({ schema }) => schema['properties'] ?? schema['additionalProperties']);
  // A value of an unknown or another type is left to validation.
  if (objects.length === 0) return;
  for (const [name, entry] of Object.entries(value)) {
    if (issues.length >= NAMES_MAX) return;
    const fields = objects.flatMap((object) => findField(object, name));
    if (fields.length > 0) collect(entry, fields, [...path, name], issues);
    else issues.push(toIssue([...path, name], objects));
  }
}

/** The schemas of a field, or of the values of a record. */
function findField(object: Schema, name: string): Schema[] {
  const { properties = {}, additionalProperties } = object.schema as {
    properties?: Record<string, JsonSchema>;
    additionalProperties?: JsonSchema | boolean;
  };
  const field = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  if (!field) return [];
  return inside(object, field === true ? {} : field);
}

function toIssue(path: readonly PropertyKey[], objects: readonly Schema[]): z.core.$ZodIssue {
  const shown = path.map((key) => (typeof key === 'string' ? shorten(key, NAME_LENGTH_MAX, '…') : key));
  const names = objects.flatMap(({ schema }) => Object.keys(schema['properties'] ?? {}));
  const nearest = findNearest(String(path.at(-1)), names);
  const unknownName = { name: shown.filter((key) => typeof key === 'string').join('.'), nearest };
  const message = `There is no such name.${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`;
  return { code: 'custom', path: shown, message, params: { unknownName }, input: undefined };
}

/** The most similar name, ignoring case and punctuation. */
function findNearest(name: string, names: readonly string[]): string | undefined {
  const sent = toLetters(name);
  const edits = sent.length < LENGTH_OF_TWO_EDITS ? [0, 1] : [0, 1, 2];
  for (const maxEdits of edits) {
    const nearest = names.find((known) => isWithinEdits(sent, toLetters(known), maxEdits));
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
