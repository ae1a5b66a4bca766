import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../components/feedback.tsx';

/** A text as a QR code. The library is loaded only when needed. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => {
      const { default: qrcode } = await import('qrcode');
      const svg = await qrcode.toString(text, { type: 'svg', errorCorrectionLevel: 'M' });
      return `data:image/svg+xml;base64,${btoa(svg)}`;
    },
    // Not cached, because the text contains a secret.
    gcTime: 0,
  });
  if (code.isError) return <Problem error={code.error} />;
  return <img className="qr-code" src={code.data} width="232" height="232" alt={label} />;
}
