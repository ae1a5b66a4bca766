import * as z from 'zod';
import { errorResponse, type Contract } from './contract.ts';

/** Strings by name. Not `z.record`, which adds a kilobyte to bundles of the clients. */
export const stringMap = z.object({}).catchall(z.string());

/** A service's name, the version of its API, and its URLs by name. */
export const serviceInfo = z
  .object({
    name: z.string(),
    version: z.string(),
    links: stringMap,
  })
  .meta({ id: 'ServiceInfo' });

const common = { method: 'GET', tag: 'System', access: 'public' } as const;

const info = { schema: serviceInfo } as const;
const internalError = { 500: errorResponse } as const;

/** `GET /`: the service's name, version and links; an HTML page if `Accept` names `text/html`. */
export const getRoot = {
  ...common,
  id: 'getRoot',
  path: '/',
  summary: 'Get the service’s name, version and links',
  responses: { 200: { ...info, hasPage: true }, ...internalError },
} as const satisfies Contract;

/** `GET /api`: the same as `GET /`, always as JSON. */
export const getService = {
  ...common,
  id: 'getService',
  path: '/api',
  summary: 'Get the service’s name, version and links, always as JSON',
  responses: { 200: info, ...internalError },
} as const satisfies Contract;

export const READY_STATUSES = ['ready', 'starting', 'unavailable'] as const;

const readyReport = z
  .object({
    status: z.enum(READY_STATUSES),
  })
  .meta({ id: 'ReadyReport' });

/** `GET /api/ready`: whether a proxy or orchestrator may send requests to this process. */
export const getReady = {
  ...common,
  id: 'getReady',
  path: '/api/ready',
  summary: 'Get whether this process can serve requests',
  responses: {
    200: { schema: readyReport },
    503: { schema: readyReport },
    ...internalError,
  },
  returned: [503],
  stored: 'untagged',
} as const satisfies Contract;

export const HEALTH_STATUSES = ['healthy', 'unhealthy'] as const;

export const CONNECTION_STATES = ['connected', 'disconnected'] as const;

/** The health of a service and its dependencies. */
export const healthReport = z
  .object({
    status: z.enum(HEALTH_STATUSES),
    timestamp: z.iso.datetime(),
    database: z.enum(CONNECTION_STATES),
    cache: z.enum(CONNECTION_STATES),
    index: z.literal('building').optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'HealthReport' });
