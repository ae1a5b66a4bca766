import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

/** The folder of the compose files; `docker compose` reads its `.env`. */
export const INFRA = resolve(import.meta.dirname, '../../../infra');

/** The parts of a service that the tests use. */
export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  entrypoint?: string[];
  command?: string[];
  env_file?: Array<{ path: string; required?: boolean }>;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string; restart?: boolean }>;
  networks: string[];
  ports?: string[];
  volumes?: string[];
  tmpfs?: string[];
  profiles?: string[];
  healthcheck?: { disable?: boolean; test?: string[] };
  stop_grace_period?: string;
  mem_limit?: string;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
}

export interface ComposeFile {
  name: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, object | null>;
}

/** `${NAME}`, also with a default, an error or a replacement value, but without nested variables. */
const VARIABLE = /\$\{(\w+)(?::([-?+])([^{}]*))?\}/g;

/** Lists that the last file replaces instead of extending. */
const REPLACED = ['command', 'entrypoint', 'test'];

/**
 * A compose file as `docker compose` sees it: anchors are merged, and variables are replaced in every value.
 */
export function readCompose(path: string, env: Record<string, string | undefined>): ComposeFile {
  const replace = (_key: unknown, value: unknown) =>
    typeof value === 'string' ? interpolate(value, env) : value;
  return parse(readFileSync(path, 'utf8'), replace, { merge: true }) as ComposeFile;
}

/**
 * Merges a compose file into another, as `docker compose -f <file> -f <over>` does: mappings are merged,
 * lists are joined, and everything else, commands included, is replaced.
 */
export function mergeCompose(file: ComposeFile, over: Partial<ComposeFile>): ComposeFile {
  return merge(file, over) as ComposeFile;
}

function merge(value: unknown, over: unknown, key = ''): unknown {
  if (Array.isArray(value) && Array.isArray(over) && !REPLACED.includes(key)) return [...value, ...over];
  if (!isMapping(value) || !isMapping(over)) return over;
  const merged = Object.entries(over).map(([name, entry]) => [name, merge(value[name], entry, name)]);
  return { ...value, ...Object.fromEntries(merged) };
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of all variables that a compose file uses. */
export function listVariables(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
}

/** The variables that compose gives to a container, from its files and its own entries. */
export function environmentOf({ env_file: files = [], environment }: ComposeService, folder: string) {
  const fromFiles = files
    .map(({ path, required = true }) => ({ path: join(folder, path), required }))
    .filter(({ path, required }) => required || existsSync(path))
    .map(({ path }) => parseEnv(readFileSync(path, 'utf8')) as Record<string, string>);
  return Object.assign({}, ...fromFiles, environment) as Record<string, string>;
}

/** The sources of a service's volumes: names of volumes, or paths that begin with `./`. */
export function listSources({ volumes = [] }: ComposeService): string[] {
  return volumes.map((volume) => volume.split(':')[0] ?? '');
}

/** The files and folders of this machine that a service needs. */
export function listFiles(service: ComposeService, folder: string): string[] {
  const { build, env_file: files = [] } = service;
  const context = build && resolve(folder, build.context);
  return [
    ...(build && context ? [context, join(context, build.dockerfile)] : []),
    ...files.filter(({ required = true }) => required).map(({ path }) => join(folder, path)),
    ...listSources(service)
      .filter((source) => source.startsWith('.'))
      .map((source) => join(folder, source)),
  ];
}

/** Replaces the innermost variables until none is left, as defaults may contain variables. */
function interpolate(text: string, env: Record<string, string | undefined>): string {
  const replaced = text.replaceAll(VARIABLE, (_all, name: string, kind?: string, alternative = '') => {
    const value = env[name] ?? '';
    if (kind === '+') return value === '' ? '' : alternative;
    if (value === '' && kind === '?') throw new Error(`${name}: ${alternative}`);
    return value === '' ? alternative : value;
  });
  return replaced === text ? text.replaceAll('$$', '$') : interpolate(replaced, env);
}
