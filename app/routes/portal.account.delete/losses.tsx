interface LossesProps {
  people: string[]
  integrations: string[]
  applications: string[]
}

/** The resources that go with an account, by name. */
export function Losses({ people, integrations, applications }: LossesProps) {
  const losses = [
    { what: 'Logins', names: people },
    { what: 'Integration users and their tokens', names: integrations },
    { what: 'Applications and their versions', names: applications },
  ].filter(({ names }) => names.length > 0)
  return (
    <>
      <p>This cannot be undone. Everybody is logged out at once, and these go:</p>
      <ul className="list-disc space-y-1 break-words pl-5">
        {losses.map(({ what, names }) => (
          <li key={what}>{`${what}: ${names.join(', ')}`}</li>
        ))}
        <li>The audit log. Download it first if you have to keep it.</li>
      </ul>
    </>
  )
}
