import { describe, expect, it } from '@jest/globals';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

describe.each(['/api/health', '/api/kits', '/api/docs', '/api/openapi.json', '/api/nothing', '/api/kits/x'])(
  'the answer of %s',
  (path) => {
    it('is told to be taken for what it says it is, and framed by nobody', async () => {
      const { headers } = await catalogue.ask(path);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
      expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'self'.*script-src 'self'/);
      expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{7,}/);
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    });

    it('works without HTTPS, and in pages of other origins', async () => {
      const { headers } = await catalogue.ask(path);
      expect(headers.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    });

    it('does not tell what it is made with', async () => {
      const { headers } = await catalogue.ask(path);
      expect([headers.get('X-Powered-By'), headers.get('Server')]).toEqual([null, null]);
    });

    it('is asked about each time', async () => {
      expect((await catalogue.ask(path)).headers.get('Cache-Control')).toBe('no-cache');
    });
  },
);
