import { Button, type ButtonProps } from './button.tsx';
import { Problem } from './feedback.tsx';

interface ActionButtonProps extends ButtonProps {
  /** The state of the action that a click starts. The button is disabled while it is pending. */
  action: { error: Error | null; isPending: boolean };
}

/** A button that starts an action, preceded by the error of the last attempt. */
export function ActionButton({ action, disabled, ...props }: ActionButtonProps) {
  return (
    <>
      {action.error && <Problem error={action.error} />}
      <Button disabled={disabled || action.isPending} {...props} />
    </>
  );
}
