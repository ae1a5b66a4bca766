import { Button } from './button.tsx';
/** The address of a new link, which the service tells only once. */
export function FreshLink({ token }: { token: string }) {
  const address = `${window.location.origin}/s/${token}`;
  return (
    <div className="fresh-link" role="status">
      <p>Your link. Copy it now: it is not shown again.</p>
      <p>
        <a href={address}>{address}</a>
      </p>
      <Button onClick={() => void navigator.clipboard.writeText(address)}>Copy</Button>
    </div>
  );
}
