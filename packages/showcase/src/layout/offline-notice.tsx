import { useOnline } from '../components/use-online.ts';

/** Shows on every screen that the browser is offline. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="limit-notice">You are offline. Everything continues once you are connected.</p>
      )}
    </div>
  );
}
