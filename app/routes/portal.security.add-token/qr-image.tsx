import { useEffect, useState } from 'react'

/** `text` as a QR image, drawn in the browser; nothing where no scripts run. */
export function QrImage({ text, label }: { text: string; label: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let isWanted = true
    void import('qrcode')
      .then(({ default: { toDataURL } }) => toDataURL(text, { margin: 2, scale: 5 }))
      .then((drawn) => isWanted && setAddress(drawn))
    return () => {
      isWanted = false
    }
  }, [text])
  return address ? (
    <>
      <p className="mt-3">Or scan this image with it.</p>
      <QrDrawing address={address} label={label} />
    </>
  ) : null
}

/** Dark on white in any colour scheme, as scanners need it. */
export const QrDrawing = ({ address, label }: { address: string; label: string }) => (
  <img
    src={address}
    alt={label}
    width={220}
    height={220}
    className="mt-3 rounded-md border border-line"
    data-private
  />
)
