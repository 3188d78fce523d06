import type { RunningApplication } from '../services/environments/list-running-applications'

/** The applications that run in an environment, for the page that asks before it goes. */
export function RunningApplications({ applications }: { applications: RunningApplication[] }) {
  return (
    <ul className="panel divide-y divide-line">
      {applications.map(({ applicationId, applicationName, numProcesses, loadBalancers }) => (
        <li key={applicationId} className="px-3 py-2 [overflow-wrap:anywhere]">
          <p className="font-medium">{applicationName}</p>
          <ul className="ml-5 list-disc">
            <li>{`${numProcesses} running ${numProcesses === 1 ? 'process' : 'processes'}`}</li>
            {loadBalancers.map(({ port, url }) => (
              <li key={port}>
                Load balancer of port {port}
                {url !== undefined && (
                  <>
                    {' '}
                    with its address{' '}
                    <a className="link" href={url}>
                      {url}
                    </a>
                  </>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
