import { Button, type ButtonProps } from './button.tsx';
import { Problem } from './feedback.tsx';

interface ActionButtonProps extends ButtonProps {
  /** What a click starts; the button is disabled meanwhile. */
  action: { error: Error | null; isPending: boolean };
}

/** A button that starts an action, behind what went wrong with the last attempt. */
export function ActionButton({ action, disabled, ...props }: ActionButtonProps) {
  return (
    <>
      {action.error && <Problem error={action.error} />}
      <Button disabled={disabled || action.isPending} {...props} />
    </>
  );
}
