import { describe, expect, it } from '@jest/globals';
import * as catalogue from '@kitroom/catalogue-client';
import * as collection from '@kitroom/collection-client';
import { buildDocuments } from '../../scripts/write-openapi.ts';

const DOCUMENTS = buildDocuments();

describe.each([
  ['catalogue', catalogue],
  ['collection', collection],
] as const)('the %s client', (service, client) => {
  const document = DOCUMENTS[service];

  it('exports each enum of the OpenAPI document', () => {
    const lists = Object.values(client).flatMap((value) =>
      Array.isArray(value) ? [JSON.stringify(value.map(toValue))] : [],
    );
    const { schemas, parameters } = document.components ?? {};
    const enums = listEnums([document.paths, schemas, parameters]);
    expect(enums.filter((values) => !lists.includes(values))).toEqual([]);
    expect(enums.length).toBeGreaterThan(10);
  });
});

/** The value that the API accepts for a constant: a constant with a name has an id. */
function toValue(constant: unknown): unknown {
  return typeof constant === 'object' && constant !== null && 'id' in constant ? constant.id : constant;
}

/** Lists all distinct enums with more than one value other than null, as JSON. */
function listEnums(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const values =
    'enum' in node && Array.isArray(node.enum) ? node.enum.filter((value) => value !== null) : [];
  const inner = Object.entries(node).flatMap(([key, value]) =>
    /^examples?$/.test(key) ? [] : listEnums(value),
  );
  return [...new Set([...(values.length > 1 ? [JSON.stringify(values)] : []), ...inner])];
}
