import { execFileSync } from 'node:child_process';
import { readFileSync, statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTENT_TYPE_IDS } from '@kitroom/collection-client';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { failing, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { takePicture } from '../take-picture.ts';
import { openBothServices, signUp, type BothServices } from './open-both-services.ts';
import { readExported, readQuery, type ExportedMetric } from './read-metrics.ts';

const MINUTE = 60_000;
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'infra/observability');
const handbook = readFileSync(resolve(root, 'docs/observability.md'), 'utf8');
const rules = readFileSync(resolve(folder, 'alerts.yml'), 'utf8');

/** Metrics that have a series only after an event, a moment after the request. */
const LAST_SEEN = [
  ['archive_request_duration_seconds_count', 'outcome'],
  ['queue_job_duration_seconds_count', 'outcome'],
  ['queue_jobs_waiting', 'kind'],
] as const;

/** Metrics of Prometheus itself. */
const OF_PROMETHEUS = new Set(['up']);

interface Panel {
  title: string;
  type: string;
  datasource?: { uid: string };
  targets?: Array<{ expr: string; datasource: { uid: string } }>;
}

const { panels } = JSON.parse(readFileSync(resolve(folder, 'dashboard.json'), 'utf8')) as { panels: Panel[] };

/** The queries of the alerts, by name: on the line of `expr`, or below it. */
const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (?:\|\n((?:\s{10,}.*\n)+)|(.*)\n)/g)].map(
  ([, name = '', block, line]) => ({ name, query: block ?? line ?? '' }),
);
const charts = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, query: expr })),
);

let both: BothServices;
let archive: LocalServer;
let services: Record<'catalogue' | 'collection', TestService>;
let metricsUrls: string[];

async function startMeasured(
  name: 'catalogue' | 'collection',
  env: Record<string, string>,
): Promise<TestService> {
  const port = await reserveTestPort();
  metricsUrls.push(`http://127.0.0.1:${port}/metrics`);
  // Nothing listens there; the state of Redis is exported all the same.
  const redis = { REDIS_URL: 'redis://127.0.0.1:1' };
  return startTestService(name, { ...env, ...redis, METRICS_PORT: String(port) });
}

/** Reads the metrics that the two services export together. */
async function readAll(): Promise<Map<string, ExportedMetric>> {
  const texts = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
  return readExported(texts.join('\n'));
}

beforeAll(async () => {
  metricsUrls = [];
  [both, archive] = await Promise.all([openBothServices(), openLocalServer(failing(403))]);
  // Otherwise it would take the scrape, which must use this test's archive.
  await both.catalogue().kill();
  const catalogue = await startMeasured('catalogue', {
    ...both.catalogueEnv,
    API_ENABLE_AUTH: '',
    ARCHIVE_BASE_URL: archive.baseUrl,
    ARCHIVE_MIN_INTERVAL_MS: '0',
  });
  const collection = await startMeasured('collection', {
    ...both.collectionEnv,
    CATALOGUE_URL: catalogue.url,
    CATALOGUE_API_KEY: '',
    // This is not a standby, so all reads go to the primary; the metrics exist.
    DATABASE_READ_URL: both.collectionEnv['DATABASE_URL'] ?? '',
  });
  services = { catalogue, collection };
}, 2 * MINUTE);

afterAll(async () => {
  await Promise.all(Object.values(services ?? {}).map((service) => service.kill()));
  await archive?.close();
  await both?.close();
}, MINUTE);

describe('the metrics of alerts and dashboard', () => {
  let exported: Map<string, ExportedMetric>;

  beforeAll(async () => {
    await fetch(`${services.catalogue.url}/api/user-collection/7/scrape`, { method: 'POST' });
    const client = await signUp(both, services.collection);
    await client.archive.clubs.search({ keyword: 'celtic' });
    const item = await client.items.create({
      item_type: 'jersey',
      name: 'Measured',
      size: 4,
      is_draft: true,
    });
    const target = { content_type: CONTENT_TYPE_IDS.jersey, object_id: item.id };
    await client.photos.upload({ ...target, image: await takePicture() });
    await eventually(async () => {
      exported = await readAll();
      for (const [name, label] of LAST_SEEN) {
        if (!exported.get(name)?.labels.has(label)) throw new Error(`${name} has no series yet`);
      }
    }, MINUTE);
  }, 2 * MINUTE);

  it('include every alert and more than 30 charts', () => {
    expect(alerts.length).toBe(rules.match(/- alert:/g)?.length);
    expect(charts.length).toBeGreaterThan(30);
  });

  it.each([...alerts, ...charts])('are exported with the labels of the query: $name: $query', ({ query }) => {
    const { metrics, kept } = readQuery(query);
    expect(metrics.length).toBeGreaterThan(0);
    for (const { name, matched } of metrics) {
      if (OF_PROMETHEUS.has(name)) continue;
      expect([...exported.keys()]).toContain(name);
      const labels = [...(exported.get(name)?.labels ?? [])];
      expect(labels).toEqual(expect.arrayContaining([...matched, ...kept]));
    }
  });

  it('are documented in docs/observability.md, like all other exported metrics', () => {
    const ownMetrics = [...exported.entries()]
      .filter(([name]) => !/^(nodejs|process)_|_(sum|bucket)$/.test(name))
      .map(([name, { type }]) => (type === 'histogram' ? name.replace(/_count$/, '') : name));
    expect(ownMetrics.filter((name) => !handbook.includes(`\`${name}\``))).toEqual([]);
  });

  it('contain no user input in labels, and have fewer than 2000 lines', async () => {
    await fetch(`${services.collection.url}/archive/clubs/search/?keyword=somebodys-secret`);
    await fetch(`${services.collection.url}/api/users/somebodys-secret/`);
    await fetch(`${services.catalogue.url}/api/somebodys-secret`, {
      headers: { 'X-API-Key': 'somebodys-secret' },
    });
    const texts = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
    expect(texts.join('\n')).not.toContain('somebodys-secret');
    for (const text of texts) expect(text.split('\n').length).toBeLessThan(2000);
  });
});

describe('the metrics of the collection service', () => {
  it(
    'count requests to the catalogue, rejected uploads and failed sign-ins',
    async () => {
      const client = await signUp(both, services.collection);
      const upload = client.photos.upload({ image: new Blob(['no picture']) });
      await expect(upload).rejects.toMatchObject({ status: 400 });
      const wrong = { username: 'nobody', password: 'not this one' };
      await expect(client.tokens.create(wrong)).rejects.toMatchObject({ status: 400 });
      const text = await (await fetch(metricsUrls[1] ?? '')).text();
      expect(text).toMatch(/^uploads_rejected_total\{reason="content"\} 1$/m);
      expect(text).toMatch(/^sign_in_failures_total\{step="login"\} 1$/m);
      expect(text).toMatch(
        /^catalogue_request_duration_seconds_count\{route="\/api\/clubs\/search",outcome="ok"\} [1-9]/m,
      );
      expect(text).toMatch(/^catalogue_breaker_open 0$/m);
      expect(text).toMatch(/^mails_waiting 0$/m);
      const { blocks, bsize } = statfsSync(both.mediaRoot);
      expect(text).toMatch(new RegExp(`^media_disk_size_bytes ${blocks * bsize}$`, 'm'));
    },
    MINUTE,
  );
});

describe('the Prometheus and Grafana files', () => {
  it('link every alert to a chapter in docs/observability.md', () => {
    const anchors = [...handbook.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    const runbooks = [...rules.matchAll(/runbook: docs\/observability\.md#(\S+)/g)].map(
      ([, anchor]) => anchor,
    );
    expect(runbooks).toHaveLength(alerts.length);
    expect(runbooks.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([]);
  });

  it('use only the data source variable in all panels', () => {
    const sources = panels.flatMap(({ datasource, targets = [] }) =>
      [datasource, ...targets.map((target) => target.datasource)].map((source) => source?.uid),
    );
    expect(new Set(sources.filter(Boolean))).toEqual(new Set(['${datasource}']));
  });
});

describeWhere(hasPromtool(), { title: 'promtool', missing: 'this machine has no promtool' }, () => {
  it.each([
    ['check', 'config', 'prometheus.yml'],
    ['check', 'config', 'prometheus-systemd.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('reports SUCCESS: %s %s %s', (...args) => {
    expect(execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' })).toContain('SUCCESS');
  });
});

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
