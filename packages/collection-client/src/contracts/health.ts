import { healthReport } from '@kitroom/catalogue-client/contracts';
import type { Contract } from '@kitroom/shared';
import * as z from 'zod';

export { getReady, getRoot, getService } from '@kitroom/shared';

const state = z.enum(['connected', 'disconnected']);

/** The health of the service and its dependencies. */
export const collectionHealthReport = healthReport
  .extend({ storage: state, catalogue: state })
  .meta({ id: 'HealthReport' });

export const getHealth = {
  id: 'getHealth',
  method: 'GET',
  path: '/api/health',
  tag: 'System',
  summary: 'Get the health report',
  description: 'The service is healthy even while the catalogue is unavailable.',
  answers: {
    200: { description: 'Healthy.', schema: collectionHealthReport },
    503: { description: 'The database is unreachable.', schema: collectionHealthReport },
  },
  access: 'public',
  stored: 'untagged',
} as const satisfies Contract;
