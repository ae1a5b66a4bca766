import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWhere } from '@kitroom/testing/describe-where';
import { json, openLocalServer, type LocalServer, type Reply } from '@kitroom/testing/local-server';
import { startNginx, type TestNginx } from '@kitroom/testing/test-nginx';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { testVariables } from '@kitroom/testing/test-servers';
import { sendFrom } from './send-from.ts';

/** More connections than nginx allows from one address on the public ports. */
const CONNECTIONS = 120;
const there = { title: 'infra/nginx/internal.conf', missing: 'this machine has no nginx' };

describeWhere(process.env[testVariables.nginx], there, () => {
  let replicas: LocalServer[];
  let nginx: TestNginx;
  let url: string;

  beforeAll(async () => {
    const waiting = new Set<ServerResponse>();
    const respondToAll: Reply = (response, request) => {
      waiting.add(response);
      if (waiting.size < CONNECTIONS) return;
      for (const held of waiting) json({ status: 'ready' })(held, request);
      waiting.clear();
    };
    replicas = [await openLocalServer(respondToAll), await openLocalServer(respondToAll)];
    const ports = replicas.map(({ baseUrl }) => Number(new URL(baseUrl).port));
    const internalPort = await reserveTestPort();
    nginx = await startNginx({ catalogue: ports, collection: ports, internalPort });
    url = `http://127.0.0.1:${internalPort}/api/ready`;
  });

  afterAll(async () => {
    await nginx?.stop();
    await Promise.all((replicas ?? []).map((replica) => replica.close()));
  });

  it('accepts 120 connections from one address, spread over all replicas', async () => {
    const requests = Array.from({ length: CONNECTIONS }, () => sendFrom(url));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses).toEqual(Array<number>(CONNECTIONS).fill(200));
    for (const { seen } of replicas) expect(seen.length).toBeGreaterThan(CONNECTIONS / 3);
  });
});
