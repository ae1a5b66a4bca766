import * as z from 'zod';
import type { Contract } from './contract.ts';
import { errorResponse } from './error-responses.ts';

/** A service's name, the version of its API, and the URLs of what it offers by name. */
export const serviceInfo = z
  .object({
    name: z.string(),
    version: z.string(),
    links: z
      .record(z.string(), z.string())
      .meta({ description: 'URLs by name: `documentation`, `health`, …' }),
  })
  .meta({ id: 'ServiceInfo' });

const common = { method: 'GET', tag: 'System', access: 'public' } as const;

const answer = { description: 'The service and its links.', schema: serviceInfo } as const;
const internalError = { 500: errorResponse('An internal error.') } as const;

/** `GET /`: what the service is; a page for people if `Accept` names `text/html`. */
export const getRoot = {
  ...common,
  id: 'getRoot',
  path: '/',
  summary: 'Get the service’s name, version and links',
  description:
    'Browsers, whose `Accept` header names `text/html`, get a page instead. Requires no credentials and is not ' +
    'rate-limited.',
  responses: { 200: { ...answer, hasPage: true }, ...internalError },
} as const satisfies Contract;

/** `GET /api`: the same as `GET /`, always as JSON. */
export const getService = {
  ...common,
  id: 'getService',
  path: '/api',
  summary: 'Get the service’s name, version and links, always as JSON',
  description: 'Requires no credentials and is not rate-limited.',
  responses: { 200: answer, ...internalError },
} as const satisfies Contract;

const readyReport = z
  .object({
    status: z.enum(['ready', 'starting', 'unavailable']).meta({
      description: '`starting` until the process is ready for the first time, then `ready` or `unavailable`.',
    }),
  })
  .meta({ id: 'ReadyReport' });

/** `GET /api/ready`: whether a proxy or orchestrator may send requests to this process. */
export const getReady = {
  ...common,
  id: 'getReady',
  path: '/api/ready',
  summary: 'Get whether this process can serve requests',
  description: 'For reverse proxies and orchestrators. Requires no credentials and is not rate-limited.',
  responses: {
    200: { description: 'Ready.', schema: readyReport },
    503: { description: 'Not ready: starting, or the database is unreachable.', schema: readyReport },
    ...internalError,
  },
  returned: [503],
  stored: 'untagged',
} as const satisfies Contract;
