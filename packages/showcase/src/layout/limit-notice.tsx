import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatTime, limitStore } from '../rate-limits.ts';

/** Shows until when requests wait because of a rate limit. They continue automatically. */
export function LimitNotice() {
  const until = useSyncExternalStore(limitStore.subscribe, limitStore.read);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    // Rounded up, because timers ignore fractions and would end too early.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, Math.ceil(until - Date.now())));
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <div role="status">
      {until > now && (
        <p className="limit-notice">
          {`You have reached this hour’s limit. You can go on at ${formatTime(until)}; nothing you typed is lost.`}
        </p>
      )}
    </div>
  );
}
