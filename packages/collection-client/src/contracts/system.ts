import * as z from 'zod';
import { getHealth as getCatalogueHealth, healthReport } from '@kitroom/catalogue-client/contracts';
import {
  CONNECTION_STATES,
  getReady,
  getRoot,
  getService,
  type Contract,
  type ContractTree,
} from '@kitroom/shared';
import { endpointsOf, errorResponse } from './errors.ts';

const endpoint = endpointsOf('System', { access: 'public', stored: 'untagged' });

const state = z.enum(CONNECTION_STATES);

/** The health of the service and its dependencies. */
export const collectionHealthReport = healthReport
  .extend({ storage: state, catalogue: state, mail: state })
  .meta({ id: 'HealthReport' });

export const getHealth = {
  ...getCatalogueHealth,
  responses: { 200: { schema: collectionHealthReport }, 503: { schema: collectionHealthReport } },
} as const satisfies Contract;

export const getSchema = endpoint({
  id: 'getSchema',
  path: '/api/schema/',
  summary: 'Get this document',
  responses: { 200: { schema: z.looseObject({ openapi: z.string() }) } },
});

export const getDocs = endpoint({
  id: 'getDocs',
  path: '/api/docs/',
  summary: 'Interactive documentation',
  responses: { 200: { schema: z.string(), contentType: 'text/html' }, 404: errorResponse },
});

/** Endpoints by client method name. */
export const systemEndpoints = {
  /** The service's name, version and links. */
  root: getRoot,
  /** The same, from `/api`. */
  service: getService,
  /** The health report. Unhealthy is a valid response too (503), and is not retried. */
  health: getHealth,
  /** Whether the service can serve requests. If not (503), the report is returned, not retried. */
  ready: getReady,
  /** The interactive documentation, as the text of an HTML page. */
  docs: getDocs,
  /** The service's OpenAPI document. */
  openapi: getSchema,
} as const satisfies ContractTree;
