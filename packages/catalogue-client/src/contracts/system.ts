import * as z from 'zod';
import {
  getReady,
  getRoot,
  getService,
  healthReport,
  type Contract,
  type ContractTree,
} from '@kitroom/shared';
import { commonErrors, openErrors } from './errors.ts';

export { healthReport } from '@kitroom/shared';

const read = { method: 'GET', tag: 'System' } as const;

/** `GET /api/health`: the health report. Public, and not rate-limited. */
export const getHealth = {
  ...read,
  id: 'getHealth',
  path: '/api/health',
  summary: 'Get the health report',
  responses: { 200: { schema: healthReport }, 503: { schema: healthReport } },
  returned: [503],
  access: 'public',
  stored: 'untagged',
} as const satisfies Contract;

/** `GET /api/docs`: the interactive documentation, for a browser. */
export const getDocs = {
  ...read,
  id: 'getDocs',
  path: '/api/docs',
  summary: 'Interactive documentation',
  responses: {
    200: { schema: z.string(), contentType: 'text/html' },
    ...commonErrors,
  },
  stored: 'untagged',
} as const satisfies Contract;

/** `GET /api/openapi.json`: the OpenAPI document. */
export const getOpenApi = {
  ...read,
  id: 'getOpenApi',
  path: '/api/openapi.json',
  summary: 'Get this document',
  responses: {
    200: { schema: z.looseObject({ openapi: z.string() }) },
    ...commonErrors,
  },
  stored: 'untagged',
} as const satisfies Contract;

/** `GET /api/no-logo.svg`: the default logo of brands and competitions. */
export const getNoLogo = {
  ...read,
  id: 'getNoLogo',
  path: '/api/no-logo.svg',
  summary: 'Get the picture of a missing logo',
  responses: {
    200: { schema: z.string(), contentType: 'image/svg+xml' },
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const systemEndpoints = {
  /** The service's name, version and links. */
  root: getRoot,
  /** The service's name, version and links, from `/api`. */
  service: getService,
  /** The health report. Status 503 returns the report too, without retries. */
  health: getHealth,
  /** Whether the service can serve requests. Status 503 returns the report too, without retries. */
  ready: getReady,
  /** The catalogue's OpenAPI document. */
  openapi: getOpenApi,
  /** The interactive documentation, as an HTML string. */
  docs: getDocs,
  /** The default logo of brands and competitions, as an SVG string. */
  noLogo: getNoLogo,
} as const satisfies ContractTree;
