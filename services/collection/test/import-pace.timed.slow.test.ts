import { describe, expect, it } from '@jest/globals';
import { startTestService } from '@kitroom/testing/test-processes';
import { useStarter } from '@kitroom/testing/use-service';
import { toCsv } from './large-table.ts';
import { TEST_SECRET_KEY } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const EVALUATE_SECONDS_MAX = 20;
const APPLY_SECONDS_MAX = 60;

/** Serves requests; a separate worker processes jobs. */
const service = useMatchingCollection({ WORKER: 'false' });

const startWorker = useStarter(
  () =>
    startTestService('collection', {
      DATABASE_URL: service.database.url,
      MEDIA_ROOT: service.collection.mediaRoot,
      SECRET_KEY: TEST_SECRET_KEY,
      CATALOGUE_URL: service.catalogue.url,
    }),
  (worker) => worker.kill('SIGKILL'),
);

describe('an import', () => {
  it('evaluates 10,000 rows within 20 seconds and applies them within 60 seconds', async () => {
    const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
    await startWorker();
    // The first import loads code.
    const { id } = await importer.review('Name,Brand,Size\nA,Nike,L\n');
    await importer.request(`/api/imports/${id}/`, 'DELETE');

    const started = performance.now();
    const review = await importer.review(toCsv(10_000));
    const evaluated = performance.now();
    expect(review.counts).toMatchObject({ new: 10_000 });
    const applied = await importer.apply(review.id);
    const seconds = [(evaluated - started) / 1000, (performance.now() - evaluated) / 1000];
    process.stderr.write(
      `10,000 rows: evaluated and applied in ${seconds.map((duration) => duration.toFixed(1)).join(' and ')} s\n`,
    );
    expect(applied.counts).toMatchObject({ added: 10_000 });
    expect(seconds[0]).toBeLessThan(EVALUATE_SECONDS_MAX);
    expect(seconds[1]).toBeLessThan(APPLY_SECONDS_MAX);
  }, 120_000);
});
