import * as z from 'zod';
import type { Endpoint, RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { removeUnknownParameters } from '@kitroom/server/http/paging';
import type { Contract } from '@kitroom/shared';
import { CHANGES_KEPT_DAYS } from './changes/change-queries.ts';
import type { CatalogueIndex } from './search/index/catalogue-index.ts';
import type { SearchIndex } from './search/index/open-index.ts';

const KEPT_MS = CHANGES_KEPT_DAYS * 86_400_000;
/** Maximum length of a chain of merges that is followed. */
const MERGES_MAX = 100;

/** Validated input of an endpoint. */
type Input = Record<'params' | 'query' | 'body', Readonly<Record<string, unknown>>>;

/**
 * Makes endpoints accept the old ids of records that were merged in the last 90 days, wherever their
 * contracts take a record's id. Requests for a merged record are redirected if the contract has a redirect;
 * all other old ids are replaced.
 */
export function acceptOldIds(endpoints: readonly Endpoint[], index: SearchIndex): Endpoint[] {
  return endpoints.map((endpoint) => {
    const { contract, handle } = endpoint;
    const schemas = [contract.params, contract.query, contract.body];
    if (!schemas.some(takesIds)) return endpoint;
    return {
      ...endpoint,
      async handle(input: Input, request: RequestContext, permitted: never) {
        const current = await index.read();
        const resolved =
          current.merges.size === 0 ? input : replaceOldIds(contract, input, current, index.now());
        if (301 in contract.responses) redirectOldId(contract, input, resolved, request);
        return handle(resolved as never, request, permitted);
      },
    };
  });
}

function takesIds(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false;
  if (kindOf(schema) !== undefined) return true;
  if (schema instanceof z.ZodOptional) return takesIds(schema.unwrap());
  if (schema instanceof z.ZodArray) return takesIds(schema.element);
  return schema instanceof z.ZodObject && Object.values(schema.shape).some(takesIds);
}

/** The kind of record that an input identifies; undefined if it is not an id. */
function kindOf(schema: z.ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.idOf;
}

function replaceOldIds(
  { params, query, body }: Contract,
  input: Input,
  index: CatalogueIndex,
  now: number,
): Input {
  const find: FindCurrentId = (kind, id) => findCurrentId(index, kind, id, now);
  return {
    params: replaceIds(params, input.params, find),
    query: replaceIds(query, input.query, find),
    body: replaceIds(body, input.body, find),
  };
}

type FindCurrentId = (kind: string, id: number) => number;

function replaceIds<Value>(schema: unknown, value: Value, find: FindCurrentId): Value;
function replaceIds(schema: unknown, value: unknown, find: FindCurrentId): unknown {
  if (!(schema instanceof z.ZodType) || value === undefined) return value;
  const kind = kindOf(schema);
  if (kind !== undefined) {
    return Array.isArray(value) ? value.map((id) => find(kind, Number(id))) : find(kind, Number(value));
  }
  if (schema instanceof z.ZodOptional) return replaceIds(schema.unwrap(), value, find);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((element) => replaceIds(schema.element, element, find));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    replaceIds(schema.shape[name], field, find),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Returns the id of the record into which a deleted record was merged in the last 90 days; otherwise the same
 * id.
 */
function findCurrentId(index: CatalogueIndex, kind: string, id: number, now: number): number {
  let current = id;
  for (let step = 0; step < MERGES_MAX && EXISTS[kind]?.(index, current) === false; step += 1) {
    const merge = index.merges.get(`${kind} ${current}`);
    if (!merge || merge.at < now - KEPT_MS) break;
    current = merge.into;
  }
  return current;
}

const EXISTS: Readonly<Record<string, (index: CatalogueIndex, id: number) => boolean>> = {
  brand: ({ brands }, id) => brands.byId.has(id),
  competition: ({ competitions }, id) => competitions.byId.has(id),
  club: ({ clubs }, id) => clubs.byId.has(id),
  season: ({ seasons }, id) => seasons.has(id),
  kit_type: ({ typesById }, id) => typesById.has(id),
  kit: ({ kits }, id) => kits.has(id),
};

/**
 * Redirects requests for merged clubs; no other contracts have a redirect. The id is in the path or, if the
 * path has no parameters, in the query.
 */
function redirectOldId(
  contract: Contract,
  input: Input,
  resolved: Input,
  { baseUrl, url }: RequestContext,
): void {
  const source = contract.params ? 'params' : 'query';
  const { searchParams } = new URL(removeUnknownParameters(url, contract));
  for (const [name, id] of Object.entries(input[source])) {
    const into = resolved[source][name];
    if (into === id) continue;
    if (source === 'query') searchParams.set(name, String(into));
    const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
      String(resolved.params[parameter]),
    );
    const query = searchParams.size > 0 ? `?${searchParams}` : '';
    throw new ServiceError('moved', `Club with ID ${String(id)} was merged into ${String(into)}`, {
      headers: { Location: `${baseUrl}${path}${query}` },
    });
  }
}
