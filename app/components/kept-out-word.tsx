import { useForm } from './form-context'

/** Why a key was not typed, at the field that it was meant for. */
export function KeptOutWord({ field }: { field: string }) {
  const { keptOut } = useForm()
  return keptOut?.field === field ? <p className="mt-1 text-warn">{keptOut.word}</p> : null
}

/** The same for whoever hears the page: it has to be there before something is said in it. */
export function KeptOutVoice() {
  const { keptOut } = useForm()
  return (
    <p className="sr-only" aria-live="polite">
      {keptOut?.word}
    </p>
  )
}
