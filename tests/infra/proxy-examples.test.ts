import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Router {
  rule: string;
  middlewares: string[];
  service: string;
}

interface Dynamic {
  http: {
    routers: Record<string, Router>;
    middlewares: Record<
      string,
      { stripPrefix?: { prefixes: string[] }; redirectRegex?: { regex: string; replacement: string } }
    >;
    services: Record<string, { loadBalancer: { servers: Array<{ url: string }> } }>;
  };
}

const file = resolve(import.meta.dirname, '../../infra/traefik/kitroom.yaml');
const { routers, middlewares, services } = (parse(readFileSync(file, 'utf8')) as Dynamic).http;

describe('the Traefik example', () => {
  it.each(Object.entries(routers))(
    'defines the middlewares and the service of its router %s',
    (_name, { middlewares: used, service }) => {
      for (const name of used) expect(Object.keys(middlewares)).toContain(name);
      expect(services[service]?.loadBalancer.servers).toEqual([{ url: expect.stringMatching(/^http:\/\//) }]);
    },
  );

  it('strips the path prefix of each service', () => {
    for (const name of Object.keys(services)) {
      expect(routers[name]?.service).toBe(name);
      const [, path = ''] = /PathPrefix\(`(\/\w+)\/`\)/.exec(routers[name]?.rule ?? '') ?? [];
      const prefixes = routers[name]?.middlewares.map(
        (middleware) => middlewares[middleware]?.stripPrefix?.prefixes,
      );
      expect(prefixes).toEqual([[path]]);
    }
  });

  it.each([
    ['https://kits.example.org/', 'https://kits.example.org/showcase/'],
    ['https://kits.example.org/catalogue', 'https://kits.example.org/catalogue/'],
    ['https://kits.example.org/nothing', undefined],
  ])('redirects %s to %s', (from, to) => {
    const redirects = (routers['start']?.middlewares ?? []).flatMap(
      (name) => middlewares[name]?.redirectRegex ?? [],
    );
    // Traefik uses Go's syntax for groups.
    const targets = redirects.map(({ regex, replacement }) =>
      from.replace(new RegExp(regex), replacement.replaceAll(/\$\{(\d)\}/g, '$$$1')),
    );
    expect(targets.find((target) => target !== from)).toBe(to);
  });
});
