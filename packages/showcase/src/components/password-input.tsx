import { useState, type InputHTMLAttributes } from 'react';
import { Button } from './button.tsx';

/** A password input with a button that shows the text. */
export function PasswordInput({ disabled, ...attributes }: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="password">
      <input
        {...attributes}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled}
      />
      <Button className="link-button" disabled={disabled} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
        <span className="visually-hidden"> password</span>
      </Button>
    </span>
  );
}
