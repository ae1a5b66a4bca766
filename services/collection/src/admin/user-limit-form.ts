import { refuseForm, type Field, type FormValues } from '@kitroom/server/pages/form';
import type { ServiceLimits } from '../user-limits/admit.ts';
import {
  ALLOWED_BYTES,
  ALLOWED_COUNT,
  readBytes,
  readCount,
  writeBytes,
  writeCount,
} from '../user-limits/read-limit.ts';
import type { OwnLimits } from '../user-limits/usage-queries.ts';

/** The fields of a user's own limits, with hints on the limits that apply if they are empty. */
export function limitFields({ USER_STORAGE_MAX, USER_ITEMS_MAX }: ServiceLimits): Field[] {
  const field = (name: string, label: string, allowed: string, defaultLimit: string): Field => ({
    name,
    label,
    hint: `Allowed: ${allowed}. If empty, the limit of the service applies: ${defaultLimit}. A lower limit deletes nothing.`,
    isOptional: true,
    isShort: true,
  });
  return [
    field('storage_max', 'Maximum storage', ALLOWED_BYTES, writeBytes(USER_STORAGE_MAX)),
    field('items_max', 'Maximum number of items', ALLOWED_COUNT, writeCount(USER_ITEMS_MAX)),
  ];
}

/** The values of the form with a user's limits. */
export function toLimitValues({ storage_max: storage, items_max: items }: OwnLimits): FormValues {
  return {
    storage_max: storage === null ? '' : writeBytes(storage),
    items_max: items === null ? '' : writeCount(items),
  };
}

/** Reads the form. Throws a 400 with the errors of its fields. */
export function readLimitForm(sent: FormValues): Omit<OwnLimits, 'id'> {
  const [storage = '', items = ''] = [sent['storage_max']?.trim(), sent['items_max']?.trim()];
  const limits = { storage_max: readBytes(storage) ?? null, items_max: readCount(items) ?? null };
  const errors = {
    ...(storage !== '' && limits.storage_max === null && { storage_max: `Enter ${ALLOWED_BYTES}.` }),
    ...(items !== '' && limits.items_max === null && { items_max: `Enter ${ALLOWED_COUNT}.` }),
  };
  if (Object.keys(errors).length > 0) throw refuseForm(errors);
  return limits;
}
