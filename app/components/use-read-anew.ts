import { useCallback, useEffect, useState } from 'react'
import { useActionData, useNavigation, useRevalidator } from '@remix-run/react'

/**
 * Reads the page's data anew, but not while the page shows what a form was answered: Remix would forget that with every reading. What is asked
 * for meanwhile is read once the answer is gone.
 */
export function useReadAnew(): { isQuiet: boolean; readAnew: () => void } {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const isAnswered = useActionData() !== undefined
  const isQuiet = state === 'idle' && navigation.state === 'idle' && !isAnswered
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || !isQuiet) return
    setIsWanted(false)
    revalidate()
  }, [isWanted, isQuiet, revalidate])
  const readAnew = useCallback(() => setIsWanted(true), [])
  return { isQuiet, readAnew }
}
