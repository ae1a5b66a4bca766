import { afterEach, describe, expect, test } from '@jest/globals';
import {
  json,
  openLocalServer,
  text,
  type LocalServer,
  type ReceivedRequest,
} from '@kitroom/testing/local-server';
import { COLLECTION_CONTRACTS, createCollectionClient } from '../src/index.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { endpoints } from './endpoint-cases.ts';

const SUCCESSES = [200, 201, 202, 204];

/** Endpoints that only redirect are for a browser's address bar. */
const contracts = COLLECTION_CONTRACTS.filter(({ responses }) =>
  SUCCESSES.some((status) => responses[status]),
);

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
});

describe('the collection client', () => {
  test('has a method for every contract', () => {
    expect(Object.keys(endpoints).toSorted()).toEqual(contracts.map(({ id }) => id).toSorted());
  });

  test.each(Object.entries(endpoints))(
    'sends %s to its URL and returns the response',
    async (id, endpoint) => {
      const { method } = await serve(id, endpoint);
      if (!server) throw new Error('the server is not open yet');
      const returned = await endpoint.request(createCollectionClient(server));
      expect(returned).toEqual('returned' in endpoint ? endpoint.returned : endpoint.response);
      expect(server.seen).toMatchObject([{ method, url: endpoint.url }]);
      expect(server.seen.map(jsonOf)).toEqual([endpoint.sent]);
    },
  );

  test.each(Object.entries(endpoints))(
    'sends %s to a URL below the path of its base URL',
    async (id, endpoint) => {
      await serve(id, endpoint);
      await endpoint.request(createCollectionClient({ baseUrl: `${server?.baseUrl}/collection/` }));
      expect(server?.seen[0]?.url).toBe(`/collection${endpoint.url}`);
    },
  );
});

function jsonOf({ headers, body }: ReceivedRequest): unknown {
  return headers['content-type'] === 'application/json' ? JSON.parse(body) : undefined;
}

/** Opens a server that responds as the endpoint does. */
async function serve(id: string, { response: body, headers }: EndpointCase) {
  const contract = contracts.find(({ id: contractId }) => contractId === id);
  const status = SUCCESSES.find((success) => contract?.responses[success]);
  if (!contract || !status) throw new Error(`there is no contract ${id}`);
  const { contentType } = contract.responses[status] ?? {};
  if (status === 204) server = await openLocalServer((reply) => reply.writeHead(204).end());
  else if (body instanceof Blob) server = await openLocalServer(text(await body.text(), status, contentType));
  else if (contentType?.startsWith('text/')) {
    server = await openLocalServer(text(String(body), status, contentType));
  } else server = await openLocalServer(json(body, status, headers));
  return contract;
}
