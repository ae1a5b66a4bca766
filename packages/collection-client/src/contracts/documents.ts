import type { Contract } from '@kitroom/shared';
import * as z from 'zod';
import { errorAnswer, openErrors } from './errors.ts';

export const getSchema = {
  id: 'getSchema',
  method: 'GET',
  path: '/api/schema/',
  tag: 'System',
  summary: 'Get this document',
  answers: {
    200: { description: 'The OpenAPI document.', schema: z.looseObject({ openapi: z.string() }) },
    ...openErrors,
  },
  access: 'public',
  stored: 'untagged',
} as const satisfies Contract;

export const getDocs = {
  id: 'getDocs',
  method: 'GET',
  path: '/api/docs/',
  tag: 'System',
  summary: 'Interactive documentation',
  answers: {
    200: { description: 'An HTML page.', schema: z.string(), contentType: 'text/html' },
    404: errorAnswer('The service is not in debug mode.'),
    ...openErrors,
  },
  access: 'public',
  stored: 'untagged',
} as const satisfies Contract;
