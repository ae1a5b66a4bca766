import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIV3 } from 'openapi-types';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

async function readDocument(): Promise<OpenAPIV3.Document> {
  return (await catalogue.request('/api/openapi.json')).body as OpenAPIV3.Document;
}

describe.each(['/api/docs', '/api/docs/'])('%s', (path) => {
  it('is an HTML page without an ETag', async () => {
    const { status, headers, body } = await catalogue.request(path);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(headers.get('ETag')).toBeNull();
    expect(body).toContain('Kitroom catalogue');
  });

  it('links only to existing files on the same origin', async () => {
    const { body } = await catalogue.request(path);
    const files = [...(body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const file of files) {
      const url = new URL(file, `${catalogue.url}${path}`);
      const response = await fetch(url);
      expect([file, url.origin, response.status]).toEqual([file, catalogue.url, 200]);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
      const kind = { js: /javascript/, css: /css/ }[file.split('.').at(-1) ?? ''] ?? /./;
      expect(response.headers.get('Content-Type')).toMatch(kind);
    }
  });

  it('contains no inline scripts', async () => {
    const { body } = await catalogue.request(path);
    const inline = [...(body as string).matchAll(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/g)];
    expect(inline).toEqual([]);
  });

  it('loads /api/openapi.json', async () => {
    const { body } = await catalogue.request(path);
    const script = /src="([^"]*swagger-ui-init\.js)"/.exec(body as string)?.[1] ?? '';
    const code = await (await fetch(new URL(script, `${catalogue.url}${path}`))).text();
    expect(code).toContain('"/api/openapi.json"');
    expect(code).not.toContain('petstore');
  });
});

describe('/api/openapi.json', () => {
  it('is valid OpenAPI 3.0', async () => {
    const document = await readDocument();
    expect(document.openapi).toMatch(/^3\.0\.\d$/);
    await expect(SwaggerParser.validate(structuredClone(document))).resolves.toBeDefined();
  });

  it('is JSON with version and license, without an ETag', async () => {
    const { headers, body } = await catalogue.request('/api/openapi.json');
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('ETag')).toBeNull();
    expect(body.info).toMatchObject({ version: '1.0.2', license: { name: 'MIT' } });
  });

  it('describes every endpoint with its responses and errors', async () => {
    const { paths } = await readDocument();
    expect(Object.keys(paths).toSorted()).toEqual(
      [...new Set(CATALOGUE_CONTRACTS.map(({ path }) => path))].toSorted(),
    );
    for (const [path, item] of Object.entries(paths)) {
      for (const method of ['get', 'post'] as const) {
        const statuses = Object.keys(item?.[method]?.responses ?? {});
        if (statuses.length === 0 || ['/', '/api', '/api/health', '/api/ready'].includes(path)) continue;
        // `<img>` sends no key; bulk data are not rate-limited.
        const isFile = path.startsWith('/api/bulk-data');
        const keyErrors = /\.(svg|png)$/.test(path) ? [] : isFile ? ['401'] : ['401', '403'];
        expect([path, method, statuses]).toEqual([
          path,
          method,
          expect.arrayContaining(['200', ...keyErrors, '500', '503']),
        ]);
      }
    }
  });

  it('requires an API key except for health, readiness and drawn pictures', async () => {
    const { paths, security } = await readDocument();
    expect(security).toContainEqual({ apiKey: [] });
    expect(paths['/api/health']?.get?.security).toEqual([]);
    expect(paths['/api/ready']?.get?.security).toEqual([]);
    expect(paths['/api/kits/{kit_id}/picture.svg']?.get?.security).toEqual([]);
    expect(paths['/api/kits']?.get?.security).toBeUndefined();
  });

  it('contains the public URL of the service', async () => {
    expect((await readDocument()).servers).toEqual([{ url: catalogue.url }]);
    await using behind = await startTestCatalogue({
      env: { PUBLIC_URL: 'https://kits.example.org/catalogue/' },
    });
    const { body } = await behind.request('/api/openapi.json');
    expect(body.servers).toEqual([{ url: 'https://kits.example.org/catalogue' }]);
  });
});

describe('the OpenAPI document', () => {
  it.each(CATALOGUE_CONTRACTS.map(({ method, path }) => ({ method, path })))(
    'describes only existing paths: $method $path',
    async ({ method, path }) => {
      const response = await catalogue.request(path.replaceAll(/\{\w+\}/g, '1'), { method });
      // 404 means an unknown record here; the detail for an unknown path differs.
      expect(response.body.detail).not.toBe('Not found.');
    },
  );
});
