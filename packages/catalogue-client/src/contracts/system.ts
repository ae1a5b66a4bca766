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

/** `GET /api/health`: public and never counted. */
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

/** `GET /api/no-logo.svg`: what brands and competitions without a logo have instead. */
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

/** By the names of the client’s methods. */
export const systemEndpoints = {
  /** The service's name, version and links. */
  root: getRoot,
  /** The same, from `/api`. */
  service: getService,
  /** The health report. An unhealthy one (503) is returned, not retried. */
  health: getHealth,
  /** Whether the service can serve requests. If not (503), the report is returned, not retried. */
  ready: getReady,
  /** The catalogue's OpenAPI document. */
  openapi: getOpenApi,
  /** The interactive documentation, as the text of an HTML page. */
  docs: getDocs,
  /** The default logo of brands and competitions, as the text of an SVG file. */
  noLogo: getNoLogo,
} as const satisfies ContractTree;
