import { Outlet } from '@remix-run/react'
import { Flash } from '../components/flash'
import { NarrowPage } from '../components/narrow-page'

export default function LoginArea() {
  return (
    <NarrowPage>
      <Flash />
      <Outlet />
    </NarrowPage>
  )
}
