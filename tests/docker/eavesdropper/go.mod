module sdo.dev/tests/eavesdropper

go 1.21
