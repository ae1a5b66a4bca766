import { describe, expect, it } from '@jest/globals';
import type { OpenAPIV3 } from 'openapi-types';
import { shareComponents } from './share-components.ts';

const NOTE = 'x'.repeat(200);
const ERROR = { description: 'It does not exist.', content: toContent('Error') };

function toContent(schema: string, example?: unknown): OpenAPIV3.ResponseObject['content'] {
  const $ref = `#/components/schemas/${schema}`;
  return { 'application/json': { schema: { $ref }, ...(example !== undefined && { example }) } };
}

/** A document with one GET for each list of responses by status, after the pass. */
function share(...operations: Array<Pick<OpenAPIV3.OperationObject, 'parameters'> & { responses?: object }>) {
  const paths = operations.map(({ responses = {}, ...rest }, index) => {
    const get = { responses: responses as OpenAPIV3.ResponsesObject, ...rest };
    return [`/${index}`, { get }] as const;
  });
  const document: OpenAPIV3.Document = {
    openapi: '3.0.3',
    info: { title: 'Test', version: '1' },
    paths: structuredClone(Object.fromEntries(paths)),
  };
  shareComponents(document);
  const gets = operations.map((_operation, index) => document.paths[`/${index}`]?.get);
  return { components: document.components, gets };
}

const toExamples = ({ gets }: ReturnType<typeof share>) =>
  gets.map((get) => {
    const response = get?.responses[200] as OpenAPIV3.ResponseObject;
    return response.content?.['application/json'];
  });

describe('shareComponents', () => {
  it('moves equal responses to a component that is named by schema, status and headers', () => {
    const uncounted = { responses: { 404: ERROR } };
    const counted = { responses: { 404: { ...ERROR, headers: { RateLimit: {} } } } };
    const { components, gets } = share(uncounted, counted, uncounted, counted);
    expect(components?.responses).toEqual({
      Error404Uncounted: uncounted.responses[404],
      Error404: counted.responses[404],
    });
    expect(gets.map((get) => get?.responses[404])).toEqual(
      ['Error404Uncounted', 'Error404', 'Error404Uncounted', 'Error404'].map((name) => ({
        $ref: `#/components/responses/${name}`,
      })),
    );
  });

  it('moves only the most frequent of different parameters with the same name', () => {
    const page = { name: 'page_size', in: 'query', description: 'The size of a page.' };
    const otherPage = { ...page, description: 'The size of another page.' };
    const { components, gets } = share(
      ...[otherPage, page, otherPage, page, page].map((part) => ({ parameters: [part] })),
    );
    expect(components?.parameters).toEqual({ PageSizeParam: page });
    const shared = { $ref: '#/components/parameters/PageSizeParam' };
    expect(gets.flatMap((get) => get?.parameters)).toEqual([otherPage, shared, otherPage, shared, shared]);
  });

  it('keeps a response that occurs once in its operation', () => {
    const { components, gets } = share({ responses: { 404: ERROR } });
    expect(components?.responses).toEqual({});
    expect(gets[0]?.responses[404]).toEqual(ERROR);
  });

  it('shares the first of several examples with equal fields, and keeps examples with other fields', () => {
    const toItem = (example: { id: number; name: string; notes?: string }) => ({
      responses: { 200: { description: `Item ${example.id}`, content: toContent('Item', example) } },
    });
    const owners = { id: 1, name: NOTE, notes: 'Mine.' };
    const visitors = { id: 2, name: NOTE };
    const result = share(toItem(visitors), toItem(owners), toItem({ ...owners, id: 3 }));
    expect(result.components?.examples).toEqual({ Item: { value: owners } });
    const schema = { $ref: '#/components/schemas/Item' };
    const shared = { schema, examples: { Item: { $ref: '#/components/examples/Item' } } };
    expect(toExamples(result)).toEqual([{ schema, example: visitors }, shared, shared]);
  });

  it('keeps short examples in their operations', () => {
    const toDetail = (detail: string) => ({
      responses: { 200: { content: toContent('Detail', { detail }) } },
    });
    const examples = toExamples(share(toDetail('It was sent.'), toDetail('It was changed.')));
    expect(examples.map((media) => media?.example)).toEqual([
      { detail: 'It was sent.' },
      { detail: 'It was changed.' },
    ]);
  });
});
