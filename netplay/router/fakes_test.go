//go:build !js

package router

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"sync"
)

// pmpRouter is a router that supports NAT-PMP.
type pmpRouter struct {
	outer  [4]byte
	result uint16  // of mappings; not 0 refuses
	other  uint16  // the port outside, if it is not the one asked for
	noPort bool    // it gives port 0 outside
	life   *uint32 // the lifetime that it gives in seconds, if it is not the one asked for

	mu    sync.Mutex
	ports map[uint16]uint32 // open ones inside, with their seconds
}

// serve answers until the connection is closed.
func (r *pmpRouter) serve(conn net.PacketConn) {
	buffer := make([]byte, 64)
	for {
		n, from, err := conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		if reply := r.answer(buffer[:n]); reply != nil {
			_, _ = conn.WriteTo(reply, from)
		}
	}
}

func (r *pmpRouter) answer(packet []byte) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case len(packet) == 2 && packet[1] == 0:
		return append([]byte{0, 128, 0, 0, 0, 0, 0, 9}, r.outer[:]...)
	case len(packet) != 12 || packet[1] != 2: // TCP
		return nil
	}
	inside, outside, seconds := binary.BigEndian.Uint16(packet[4:]), binary.BigEndian.Uint16(packet[6:]), binary.BigEndian.Uint32(packet[8:])
	if r.ports == nil {
		r.ports = map[uint16]uint32{}
	}
	if r.ports[inside] = seconds; seconds == 0 {
		delete(r.ports, inside)
	}
	if r.other != 0 {
		outside = r.other
	}
	if r.noPort {
		outside = 0
	}
	if r.life != nil && seconds > 0 {
		seconds = *r.life
	}
	reply := binary.BigEndian.AppendUint16([]byte{0, 130}, r.result)
	reply = binary.BigEndian.AppendUint32(reply, 9)
	reply = binary.BigEndian.AppendUint16(reply, inside)
	reply = binary.BigEndian.AppendUint16(reply, outside)
	return binary.BigEndian.AppendUint32(reply, seconds)
}

// open returns the open ports.
func (r *pmpRouter) open() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprint(r.ports)
}

// upnpRouter is a router that supports UPnP.
type upnpRouter struct {
	outer     string
	permanent bool           // it opens ports only as long as it runs
	taken     map[string]int // outer ports that it refuses, with the error code
	control   string         // the URL for its commands; "" for its own address
	service   string         // its kind

	mu    sync.Mutex
	ports map[string]string // open ones outside, with their owner and duration
}

const description = `<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion><device>
<deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><friendlyName>A router</friendlyName><UDN>uuid:1</UDN>
<serviceList><service><serviceType>urn:schemas-upnp-org:service:%s</serviceType><serviceId>urn:upnp-org:serviceId:1</serviceId>
<controlURL>%s/control</controlURL><eventSubURL>/events</eventSubURL><SCPDURL>/scpd</SCPDURL></service></serviceList></device></root>`

// ServeHTTP describes the router, and carries out commands.
func (r *upnpRouter) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if q.URL.Path != "/control" {
		fmt.Fprintf(w, description, r.service, r.control)
		return
	}
	body, _ := io.ReadAll(io.LimitReader(q.Body, 10_000))
	_, action, _ := strings.Cut(strings.Trim(q.Header.Get("SOAPACTION"), `"`), "#")
	reply, number := r.do(action, string(body))
	if number != 0 {
		w.WriteHeader(http.StatusInternalServerError)
		reply = fmt.Sprintf("<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>"+
			"<UPnPError xmlns=\"urn:schemas-upnp-org:control-1-0\"><errorCode>%d</errorCode></UPnPError></detail></s:Fault>", number)
	}
	fmt.Fprintf(w, `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>%s</s:Body></s:Envelope>`, reply)
}

// argument returns the text of an argument of an action.
func argument(body, name string) string {
	m := regexp.MustCompile("<" + name + ">([^<]*)<").FindStringSubmatch(body)
	if m == nil {
		return ""
	}
	return m[1]
}

func (r *upnpRouter) do(action, body string) (reply string, number int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ports == nil {
		r.ports = map[string]string{}
	}
	outside := argument(body, "NewExternalPort")
	done := fmt.Sprintf(`<u:%[1]sResponse xmlns:u="urn:schemas-upnp-org:service:%[2]s"></u:%[1]sResponse>`, action, r.service)
	switch action {
	case "GetExternalIPAddress":
		return strings.Replace(done, "></", "><NewExternalIPAddress>"+r.outer+"</NewExternalIPAddress></", 1), 0
	case "AddPortMapping":
		seconds := argument(body, "NewLeaseDuration")
		if r.permanent && seconds != "0" {
			return "", 725
		}
		if number := r.taken[outside]; number != 0 {
			return "", number
		}
		r.ports[outside] = argument(body, "NewInternalClient") + ":" + argument(body, "NewInternalPort") + " " + seconds
		return done, 0
	case "DeletePortMapping":
		delete(r.ports, outside)
		return done, 0
	}
	return "", 401
}

// open returns the open ports.
func (r *upnpRouter) open() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprint(r.ports)
}

// answerSearches tells searches for routers on the network of an interface the URL of this one.
func answerSearches(i *net.Interface, location string) error {
	group := &net.UDPAddr{IP: net.IPv4(239, 255, 255, 250), Port: 1900}
	conn, err := net.ListenMulticastUDP("udp4", i, group)
	if err != nil {
		return err
	}
	buffer := make([]byte, 2000)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buffer)
		if err != nil {
			return err
		}
		if strings.HasPrefix(string(buffer[:n]), "M-SEARCH") {
			answerSearch(conn, from, location)
		}
	}
}

func answerSearch(conn *net.UDPConn, to netip.AddrPort, location string) {
	_, _ = conn.WriteToUDPAddrPort([]byte("HTTP/1.1 200 OK\r\nST: "+routers+"\r\nUSN: uuid:1::"+routers+
		"\r\nLOCATION: "+location+"\r\nCACHE-CONTROL: max-age=120\r\n\r\n"), to)
}
