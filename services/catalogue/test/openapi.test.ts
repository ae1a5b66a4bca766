import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { renderDocuments } from '../../../scripts/write-openapi.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

describe('the OpenAPI documents', () => {
  it.each(renderDocuments())(
    'are in the repository as they are served: $file.pathname',
    async ({ file, text }) => {
      // When this fails: npm run openapi
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );

  it('are served with the address that the client used', async () => {
    const { body } = await catalogue.ask('/api/openapi.json');
    expect(body.servers).toEqual([{ url: catalogue.url }]);
    expect(body.info.version).toBe('1.0.2');
  });

  it.each(CATALOGUE_CONTRACTS.map(({ method, path }) => ({ method, path })))(
    'describe what is there: $method $path',
    async ({ method, path }) => {
      const response = await catalogue.ask(path.replaceAll(/\{\w+\}/g, '1'), { method });
      // 404 is for unknown records here; an unknown path says so in other words.
      expect(response.body.detail).not.toBe('Not found.');
    },
  );
});
