/** The local date of a time, such as `2026-11-26`. */
export function toDay(time: Date): string {
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The last second of a day in local time, in the service's format. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}
